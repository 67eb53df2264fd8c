import { expect, it } from 'vitest'
import { failedGates } from './gates.ts'
import { publisherImpact } from './publisher-impact.ts'
import { rateImpact } from './rate-impact.ts'
import { currentImpact, currentPublisherImpact } from './stored-impact.ts'

const line = {
  product: 'auto',
  operation: 'renewal',
  peril: null,
  calls: 3,
  before: 100,
  after: 107,
  percent: 7,
  bands: [],
}

it('a report that a former release kept is read as one of a single currency without a name', () => {
  const { totals: _totals, ...former } = rateImpact([])
  const stored = { ...former, compared: 3, total: { before: 100, after: 107, percent: 7 }, lines: [line] as never }
  const impact = currentImpact(stored)
  expect(impact.totals).toEqual([{ currency: null, calls: 3, before: 100, after: 107, percent: 7 }])
  expect(impact.lines).toEqual([{ ...line, currency: null }])
  const { totals: _publisherTotals, ...published } = publisherImpact(impact)
  const current = currentPublisherImpact(published)
  expect(current).toEqual(publisherImpact(impact))
  expect(failedGates(current, { maxTotalChange: 5 })).toEqual([{ gate: 'maxTotalChange', limit: 5, actual: 7 }])
})
