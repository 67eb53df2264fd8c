import { RefusedError } from '@mkt/contract/client'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../testing/render.tsx'
import { ConfirmButton } from './confirm-button.tsx'

const inDialog = async () => within(await screen.findByRole('dialog'))

it('acts only after the second press', async () => {
  const act = vi.fn(async () => undefined)
  const { user } = show(<ConfirmButton label="Stop" text="It stops." act={act} />)
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(act).not.toHaveBeenCalled()
  await user.click((await inDialog()).getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(act).toHaveBeenCalledOnce())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('waits for the word that has to be typed', async () => {
  const { user } = show(<ConfirmButton label="Retire" text="For good." typeToConfirm="acme/app" act={async () => 1} />)
  await user.click(await screen.findByRole('button', { name: 'Retire' }))
  const dialog = await inDialog()
  const confirm = dialog.getByRole('button', { name: 'Retire' })
  await user.type(dialog.getByRole('textbox'), 'acme/ap')
  expect(confirm).toHaveProperty('disabled', true)
  await user.type(dialog.getByRole('textbox'), 'p')
  expect(confirm).toHaveProperty('disabled', false)
})

it('stays open with the reason when the platform refuses', async () => {
  const refusal = new RefusedError(409, { code: 'illegal_move', detail: 'It is stopped already.' }, 'req_1')
  const { user } = show(<ConfirmButton label="Stop" text="It stops." act={() => Promise.reject(refusal)} />)
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  const dialog = await inDialog()
  await user.click(dialog.getByRole('button', { name: 'Stop' }))
  await dialog.findByText('It is stopped already.')
})
