import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { publisher } from '../../../testing/people.ts'
import { visit } from '../../../testing/render.tsx'
import { dataSheetOf, listing, picturesOf, whole } from '../../../testing/things.ts'
import { forms } from '../../../texts/forms.ts'

const shown = (change = {}) => listing({ own: true, state: 'DRAFT', ...change })
const answers = (change = {}) => ({
  getListing: shown(change),
  getDataSheet: dataSheetOf(),
  getPictures: picturesOf(),
  listReviews: whole(),
  getRelease: undefined as never,
})
const open = (change = {}) =>
  visit('/publish/listing_1/details', { as: publisher('developer'), answers: answers(change) })
const summary = () => screen.findByRole('textbox', { name: 'Summary' })

it('an edited listing counts its changes and shows them by label before they are saved', async () => {
  const { user } = open()
  await user.type(await summary(), ' Fast.')
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), ' Pro')
  await screen.findByText('2 changes')
  await user.click(screen.getByRole('button', { name: forms.changes.review }))
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('Tells people. Fast.')
  within(dialog).getByText('Notifier Pro')
})

it('what was typed comes back after a reload over what others changed meanwhile, and can be discarded', async () => {
  const { user } = open()
  await user.type(await summary(), ' Fast.')
  await screen.findByText('1 change')
  const again = open({ title: 'Renamed by somebody else' })
  expect(await summary()).toHaveProperty('value', 'Tells people. Fast.')
  expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveProperty('value', 'Renamed by somebody else')
  await again.user.click(screen.getByRole('button', { name: forms.restored.discard }))
  await waitFor(() => expect(screen.queryByText(forms.restored.text)).toBeNull())
  expect(await summary()).toHaveProperty('value', 'Tells people.')
  open()
  await summary()
  expect(screen.queryByText(forms.restored.text)).toBeNull()
})
