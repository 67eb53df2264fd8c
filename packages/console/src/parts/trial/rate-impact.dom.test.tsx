import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Trial } from '../../queries/release/trials.ts'
import { show } from '../../testing/render.tsx'
import { RateImpact } from './rate-impact.tsx'

const common = {
  calls: 60,
  compared: 60,
  bands: [
    { name: 'unchanged', calls: 40 },
    { name: '+5…+10', calls: 20 },
  ],
  notPriced: 0,
  newlyPriced: 1,
  errors: { before: 0, after: 2, onlyAfter: 2, reasons: [] },
  latency: { before: { p50Ms: 1, p95Ms: 12 }, after: { p50Ms: 1, p95Ms: 30 } },
  fields: [],
  noise: ['/quote'],
}
const group = {
  product: 'auto',
  operation: 'renewal',
  peril: 'comprehensive',
  currency: 'USD',
  calls: 60,
  percent: 7,
  bands: [],
}
const trial = (change: Partial<Trial>) =>
  ({
    id: 'trial_1',
    release: { id: 'release_2', version: '1.1.0' },
    baseline: { id: 'release_1', version: '1.0.0' },
    isolation: { egress: 'closed', tenant: 'none' },
    report: null,
    publisherReport: null,
    ...change,
  }) as Trial

it('the customer sees premiums, the largest changes and opens one of them', async () => {
  const example = {
    callId: 'call_1',
    policyLocator: '100',
    product: 'auto',
    operation: 'renewal',
    currency: 'USD',
    before: 100,
    after: 107,
    percent: 7,
    inputs: [{ name: 'region', value: 'north', unusual: 0.9 }],
  }
  const report = {
    ...common,
    total: { before: 1000, after: 1070, percent: 7 },
    totals: [{ currency: 'USD', calls: 60, before: 1000, after: 1070, percent: 7 }],
    lines: [{ ...group, before: 1000, after: 1070 }],
    increases: [example],
    decreases: [],
  }
  const onOpen = vi.fn()
  const { user } = show(<RateImpact trial={trial({ report })} onOpen={onOpen} />)
  expect(await screen.findByText('1,070.00')).toBeTruthy()
  expect(screen.getByText(/region: north/)).toBeTruthy()
  expect(screen.getByText(/\/quote/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(onOpen).toHaveBeenCalledWith('call_1')
})

it('the publisher sees percentages and no premium', async () => {
  const publisherReport = {
    ...common,
    percent: 7,
    totals: [{ currency: 'USD', calls: 60, percent: 7 }],
    lines: [group],
    increases: [7],
    decreases: [],
  }
  show(<RateImpact trial={trial({ publisherReport })} />)
  expect(await screen.findByText(/counts and percentages/)).toBeTruthy()
  expect(screen.getAllByText('+7.00 %').length).toBeGreaterThan(0)
  expect(screen.queryByText('1,070.00')).toBeNull()
  expect(screen.queryByText('Largest increases')).toBeNull()
})

it('premiums in several currencies are shown one by one, never as one sum', async () => {
  const line = { ...group, before: 1000, after: 1070 }
  const report = {
    ...common,
    total: { before: null, after: null, percent: 7 },
    totals: [
      { currency: 'USD', calls: 40, before: 1000, after: 1070, percent: 7 },
      { currency: 'CAD', calls: 20, before: 500, after: 500, percent: 0 },
    ],
    lines: [line, { ...line, currency: 'CAD', before: 500, after: 500, percent: 0 }],
    increases: [],
    decreases: [],
  }
  show(<RateImpact trial={trial({ report })} />)
  expect(await screen.findByText('All premiums USD')).toBeTruthy()
  expect(screen.getByText('All premiums CAD')).toBeTruthy()
  expect(screen.getByText('1,070.00')).toBeTruthy()
  expect(screen.getAllByRole('cell', { name: 'CAD' })).toHaveLength(1)
  expect(screen.queryByText(/1,5\d\d\.00/)).toBeNull()
})
