import { expect, it } from 'vitest'
import { type PricingRow, pricingCsv, pricingCsvHead } from './pricing-csv.ts'

const row: PricingRow = {
  id: 'cal_1',
  at: new Date('2026-03-01T10:00:00Z'),
  installationId: 'ins_1',
  releaseId: 'rel_1',
  version: '1.2.0',
  releaseDigest: 'sha256:0',
  revision: 3,
  path: '/rate',
  status: 200,
  code: null,
  fallback: null,
  policyLocator: '100',
  product: 'auto',
  operation: 'renewal',
  currency: 'USD',
  perils: [
    { locator: 'c1', peril: 'collision', exposure: 'vehicle', basis: 'premium', amount: 10.5 },
    { locator: 'l1', peril: 'a "b", c', exposure: '=cmd()', basis: 'premium', amount: null },
  ],
}

it('a call is one line for each peril, with its total on each', () => {
  const lines = pricingCsv(row).split('\r\n')
  const begin = '2026-03-01T10:00:00.000Z,cal_1,ins_1,1.2.0,sha256:0,3,200,,,100,auto,renewal'
  expect(lines).toEqual([
    `${begin},vehicle,collision,c1,premium,10.5,10.5,USD`,
    `${begin},'=cmd(),"a ""b"", c",l1,premium,,10.5,USD`,
    '',
  ])
  expect(pricingCsvHead.trim().split(',')).toHaveLength(lines[0]?.split(',').length ?? 0)
})

it('a call that priced nothing is one line', () => {
  const failed = { ...row, status: 502, code: 'app_bad_answer', perils: [] }
  expect(pricingCsv(failed)).toContain(',3,502,app_bad_answer,,100,auto,renewal,,,,,,,USD\r\n')
})
