import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../testing/render.tsx'
import { ProblemList } from './problem-list.tsx'

const problem = { rule: 'manifest.name.invalid', pointer: '/name', line: 2, column: 11, message: 'Wrong.' }

it('a problem leads to its line where the text is available, and only names it elsewhere', async () => {
  const onGo = vi.fn()
  const { user } = show(<ProblemList problems={[problem]} onGo={onGo} />)
  await user.click(await screen.findByRole('button', { name: 'line 2, column 11' }))
  expect(onGo).toHaveBeenCalledWith(2, 11)
  show(<ProblemList problems={[problem]} />)
  await screen.findByText('line 2, column 11')
  expect(screen.queryByRole('button')).toBeNull()
})
