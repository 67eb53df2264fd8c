import { expect, it } from 'vitest'
import { type PublishingFacts, stepsToPublic } from './publishing-steps.ts'

const nothing: PublishingFacts = { state: null, deployed: false, tested: false, approved: false }
const left = (facts: Partial<PublishingFacts>) =>
  stepsToPublic({ ...nothing, ...facts })
    .filter(({ done }) => !done)
    .map(({ step }) => step)

it('a listing goes from its texts by way of a release, a test and a review to the public', () => {
  expect(left({})).toEqual(['publish', 'deploy', 'test', 'review', 'public'])
  expect(left({ state: 'DRAFT', deployed: true })).toEqual(['test', 'review', 'public'])
  expect(left({ state: 'DRAFT', deployed: true, tested: true })).toEqual(['review', 'public'])
})

it('a test that has ended is no longer asked for once a release is approved', () => {
  expect(left({ state: 'VERIFIED', deployed: true, approved: true })).toEqual(['public'])
})

it('nothing is left to do for a public listing', () => {
  expect(left({ state: 'PUBLIC' })).toEqual([])
})
