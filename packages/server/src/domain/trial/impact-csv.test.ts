import { expect, it } from 'vitest'
import { impactCsv } from './impact-csv.ts'
import { rateImpact } from './rate-impact.ts'

it('names that come from a policy system or an application are no formula', () => {
  const lines = ['=1+1', '+x', '-x', '@x', '\tx'].map((product) => ({
    ...{
      product,
      operation: 'a"b',
      peril: null,
      currency: 'USD',
      calls: 1,
      before: -1,
      after: 2,
      percent: 300,
      bands: [],
    },
  }))
  const rows = impactCsv({ ...rateImpact([]), lines }).split('\r\n')
  expect(rows[0]).toMatch(/^product,operation,peril,calls,before,after,percent,.*,currency$/)
  expect(rows[1]).toBe(`'=1+1,"a""b",(all),1,-1,2,300,USD`)
  for (const row of rows.slice(1, -1)) expect(row).toMatch(/^'/)
})
