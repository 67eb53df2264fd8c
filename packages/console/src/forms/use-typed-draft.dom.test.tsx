import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { TypedNotes } from './typed-notes.tsx'
import { useTypedDraft } from './use-typed-draft.ts'

const empty = { text: '', secret: '' }

/** A form that leads to another page as soon as it is sent. */
function Note({ onSent = () => undefined }: { onSent?: () => void }) {
  const typed = useTypedDraft('note', empty, { storable: ({ text }) => ({ text }) })
  const send = () => {
    typed.settle()
    onSent()
  }
  return (
    <>
      <TypedNotes typed={typed} />
      {(['text', 'secret'] as const).map((name) => (
        <input
          key={name}
          aria-label={name}
          value={typed.draft[name]}
          onChange={(event) => typed.type({ [name]: event.currentTarget.value })}
        />
      ))}
      <button type="button" onClick={send}>
        Send
      </button>
    </>
  )
}

const shownIn = async (name: string) => (await screen.findByRole<HTMLInputElement>('textbox', { name })).value
const kept = 'mkt.draft.person_owner.note'

it('what was typed is asked about before the page is left, and is there again later without its secret', async () => {
  const { user, router } = show(<Note />)
  await user.type(await screen.findByRole('textbox', { name: 'text' }), 'Hello')
  await user.type(screen.getByRole('textbox', { name: 'secret' }), 'sesame')
  router.history.push('/elsewhere')
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/')
  expect(JSON.stringify({ ...localStorage })).not.toContain('sesame')
  show(<Note />)
  await screen.findByText(/Your unsaved changes from last time are back/)
  expect([await shownIn('text'), await shownIn('secret')]).toEqual(['Hello', ''])
})

it('what was sent is neither kept nor asked about, although the page is left at once', async () => {
  const { user, router } = show(<Note onSent={() => router.history.push('/elsewhere')} />)
  await user.type(await screen.findByRole('textbox', { name: 'text' }), 'Hello')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(localStorage.getItem(kept)).toBeNull()
})

it('what is typed back to how it was is no draft any more', async () => {
  const { user } = show(<Note />)
  await user.type(await screen.findByRole('textbox', { name: 'text' }), 'H{Backspace}')
  expect(localStorage.getItem(kept)).toBeNull()
})

it('what another version of the console stored in another shape is left out', async () => {
  localStorage.setItem(kept, JSON.stringify({ text: ['Hello'], secret: 1, gone: 'x' }))
  show(<Note />)
  expect(await shownIn('text')).toBe('')
  expect(screen.queryByText(/Your unsaved changes/)).toBeNull()
})
