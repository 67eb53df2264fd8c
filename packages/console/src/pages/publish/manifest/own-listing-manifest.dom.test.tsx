import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Refusal } from '../../../testing/fake-api.ts'
import { publisher } from '../../../testing/people.ts'
import { visit } from '../../../testing/render.tsx'
import { listing } from '../../../testing/things.ts'

const path = '/publish/listing_1/manifest'
const draft = (version: string, revision: string) => ({
  manifest: { name: 'acme/notifier', version } as never,
  ...{ problems: [], warnings: [], revision },
})
const editor = () => screen.findByRole('textbox', { name: 'platform-app.json' })

it('a draft is saved over the revision it was begun with, and a conflict offers both ways on', async () => {
  const { api, user } = visit(path, {
    as: publisher('developer'),
    answers: {
      getListing: listing({ own: true, state: 'DRAFT' }),
      getDraftManifest: draft('1.0.0', 'first'),
      putDraftManifest: new Refusal(412, 'revision_conflict', 'Somebody stored another draft meanwhile.'),
    },
  })
  await editor()
  await user.click(await screen.findByRole('button', { name: 'Start from a template' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start from a template' }))
  const save = await screen.findByRole('button', { name: 'Save draft' })
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  await user.click(save)
  const alert = await screen.findByRole('alert')
  const sent = () => api.requests.filter(({ operation }) => operation === 'putDraftManifest')
  expect(sent().at(-1)?.headers).toMatchObject({ 'if-match': '"first"' })
  await user.click(within(alert).getByRole('button', { name: 'Overwrite with mine' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().at(-1)?.headers['if-match']).toBeUndefined()
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Load theirs' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(save).toHaveProperty('disabled', true)
})
