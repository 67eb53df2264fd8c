import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { publisher } from '../../../testing/people.ts'
import { visit } from '../../../testing/render.tsx'
import { dataSheetOf, listing, picturesOf } from '../../../testing/things.ts'
import { trust } from '../../../texts/trust.ts'

const texts = trust.form

it('a publisher fills in the data sheet; that there are no subprocessors is said, not assumed', async () => {
  const answers = {
    getListing: listing({ own: true, state: 'DRAFT' }),
    getDataSheet: dataSheetOf(),
    getPictures: picturesOf(),
    putDataSheet: dataSheetOf({ revision: 5 }),
  }
  const { api, user } = visit('/publish/listing_1/details', { as: publisher('developer'), answers })
  const kept = await screen.findByLabelText(texts.labels.keptFor)
  await user.clear(kept)
  await user.type(kept, 'Two years')
  await user.click(screen.getByLabelText(texts.noSubprocessors))
  await user.click(screen.getByRole('button', { name: texts.save }))
  await screen.findByText(texts.saved)
  const sent = api.requests.find(({ operation }) => operation === 'putDataSheet')
  expect(sent?.body).toEqual({ legalName: 'Zenith Ltd', keptFor: 'Two years', subprocessors: [] })
  expect(sent?.headers['if-match']).toBe('"4"')
})

it('a change of a public app that waits is what the form shows', async () => {
  const waiting = { reviewId: 'rev_1', sheet: { legalName: 'Zenith GmbH' } }
  const answers = {
    getListing: listing({ own: true }),
    getDataSheet: dataSheetOf({ waiting }),
    getPictures: picturesOf(),
  }
  visit('/publish/listing_1/details', { as: publisher('developer'), answers })
  expect(await screen.findByDisplayValue('Zenith GmbH')).toBeDefined()
  expect(screen.getByText(texts.waiting)).toBeDefined()
})

it('a kept line comes back over what a colleague saved meanwhile, and takes nothing of it back', async () => {
  const answers = (sheet: object) => ({
    getListing: listing({ own: true, state: 'DRAFT' }),
    getDataSheet: dataSheetOf({ sheet }),
    getPictures: picturesOf(),
  })
  const open = (sheet: object) =>
    visit('/publish/listing_1/details', { as: publisher('developer'), answers: answers(sheet) })
  const { user } = open({ legalName: 'Zenith Ltd' })
  await user.type(await screen.findByLabelText(texts.labels.keptFor), 'Two years')
  open({ legalName: 'Zenith GmbH' })
  expect(await screen.findByLabelText(texts.labels.keptFor)).toHaveProperty('value', 'Two years')
  expect(screen.getByLabelText(texts.labels.legalName)).toHaveProperty('value', 'Zenith GmbH')
})
