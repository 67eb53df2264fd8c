import { RefusedError } from '@mkt/contract/client'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { tellDone } from './tell-done.tsx'

describe('what is done', () => {
  it('is told, and taken back by its button', async () => {
    let undone = 0
    const { user } = show(<p>page</p>)
    await screen.findByText('page')
    tellDone('The view is removed.', async () => {
      undone += 1
    })
    await screen.findByText('The view is removed.')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Undone.')
    expect(undone).toBe(1)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  })

  it('says why it could not be taken back', async () => {
    const { user } = show(<p>page</p>)
    await screen.findByText('page')
    tellDone('Saved.', () =>
      Promise.reject(new RefusedError(409, { code: 'x', detail: 'Somebody saved since.' }, null)),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('This could not be undone')
    await screen.findByText('Somebody saved since.')
  })

  it('has no button where nothing can be taken back', async () => {
    show(<p>page</p>)
    await screen.findByText('page')
    tellDone('Sent.')
    await screen.findByText('Sent.')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})
