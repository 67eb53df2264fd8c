import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { common } from '../../texts/common.ts'
import { createNotes, Notes } from './notes.tsx'

it('what failed is told also when the script of the notes does not arrive', async () => {
  const notes = createNotes(() => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = show(<Notes of={notes} />)
  await notes.show({ title: 'Not stopped', message: 'The platform could not be reached.' })
  expect((await screen.findByRole('alert')).textContent).toContain('Not stoppedThe platform could not be reached.')
  await user.click(screen.getByText(common.close))
  expect(screen.queryByRole('alert')).toBeNull()
  await notes.show({ id: 'undo-1', message: 'Stopped' })
  await screen.findByText('Stopped')
  await notes.hide('undo-1')
  await expect.poll(() => screen.queryByText('Stopped')).toBeNull()
})
