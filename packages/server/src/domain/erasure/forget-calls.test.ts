import { expect, it } from 'vitest'
import { compareCall } from '../trial/compared-call.ts'
import { rateImpact } from '../trial/rate-impact.ts'
import { forgetCalls, forgetExamples } from './forget-calls.ts'

function call(id: string, policyholderLocator: string) {
  const policy = {
    ...{ locator: `policy-${id}`, policyholderLocator, productName: 'auto' },
    exposures: [{ name: 'vehicle', perils: [{ name: 'theft', characteristics: [{ locator: 'part' }] }] }],
  }
  const request = Buffer.from(JSON.stringify({ operation: 'renewal', policy }))
  const answer = (premium: number) => ({
    answer: Buffer.from(JSON.stringify({ pricedPerilCharacteristics: { part: { premium } } })),
    failure: null,
    durationMs: 1,
  })
  return compareCall({ id, kind: 'rater', request }, { before: answer(100), again: null, after: answer(107) })
}

it('calls of a shadow are forgotten by the locator of a policy or of its holder, and others stay', () => {
  const calls = [call('cal_1', 'holder-1'), call('cal_2', 'holder-2')]
  expect(forgetCalls(calls, ['holder-1'])).toMatchObject({ forgotten: 1, document: [{ id: 'cal_2' }] })
  expect(forgetCalls(calls, ['policy-cal_2'])).toMatchObject({ forgotten: 1, document: [{ id: 'cal_1' }] })
  expect(forgetCalls(calls, ['nobody']).forgotten).toBe(0)
})

it('a report of a trial loses the examples that name somebody or whose call was erased, and keeps its sums', () => {
  const report = rateImpact([call('cal_1', 'holder-1'), call('cal_2', 'holder-2'), call('cal_3', 'holder-3')])
  expect(report.increases).toHaveLength(3)
  const { document, forgotten } = forgetExamples(report, ['policy-cal_1'], new Set(['cal_3']))
  expect(forgotten).toBe(2)
  expect(document.increases.map(({ callId }) => callId)).toEqual(['cal_2'])
  expect(document.total).toEqual(report.total)
})
