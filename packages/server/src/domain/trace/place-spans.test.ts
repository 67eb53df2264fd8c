import { expect, it } from 'vitest'
import { placeSpans } from './place-spans.ts'

const span = { listingId: 'lst_1', installationId: null }
const one = { installationId: 'ins_1', listingId: 'lst_1' }

it('a span of an app counts for the only installation of the app in the trace', () => {
  const other = { installationId: 'ins_9', listingId: 'lst_9' }
  expect(placeSpans([span], [one, other])).toEqual([{ span, installationId: 'ins_1', forCustomers: true }])
})

it('where a trace has several installations of the app, no customer sees what may belong to another', () => {
  expect(placeSpans([span], [one, { ...one, installationId: 'ins_2' }])).toEqual([
    { span, installationId: 'ins_1', forCustomers: false },
  ])
})

it('a span in a trace that the app was never part of is shown to nobody', () => {
  expect(placeSpans([span, { ...span, installationId: 'ins_1' }], [])).toEqual([])
})
