import { expect, it } from 'vitest'
import { type ConformanceRecord, summarizeConformance } from './conformance.ts'

const record = (...results: ConformanceRecord['checks'][number]['result'][]): ConformanceRecord => ({
  tool: '1.0.0',
  at: '2026-01-01T00:00:00.000Z',
  checks: results.map((result) => ({ check: 'a check', result, detail: '' })),
})

it('a release conforms when checks passed and none failed', () => {
  expect(summarizeConformance(record('passed', 'not applicable'))).toMatchObject({ conforms: true, passed: 1 })
  expect(summarizeConformance(record('passed', 'failed'))).toMatchObject({ conforms: false, failed: 1 })
  expect(summarizeConformance(record('not applicable'))).toMatchObject({ conforms: false, notApplicable: 1 })
})
