import { expect, it } from 'vitest'
import { egressSpan, registrationSpan, rolloutSpan, stateReadSpan } from './work-spans.ts'

const trace = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId: null, traceparent: '' }
const took = { startMs: 1_000, endMs: 1_250 }
const ids = { traceId: trace.traceId, spanId: trace.spanId, parentSpanId: null, ...took }

it('a registration that the policy system did not take is a failed span', () => {
  const done = { ...took, installationId: 'ins_1', what: 'register' as const }
  expect(registrationSpan(trace, { ...done, outcome: 'done' })).toMatchObject({ ...ids, error: null })
  expect(registrationSpan(trace, { ...done, outcome: 'unavailable' })).toMatchObject({
    name: 'register installation',
    error: 'unavailable',
    attributes: { 'mkt.installation.id': 'ins_1', 'error.type': 'unavailable' },
  })
})

it('a rollout lasts from the first start of its deployment to its end', () => {
  const done = { ...took, listingId: 'lst_1', releaseId: 'rel_1', version: '1.2.0', kind: 'deploy' }
  expect(rolloutSpan(trace, { ...done, failed: false })).toMatchObject({ ...ids, name: 'rollout', error: null })
  expect(rolloutSpan(trace, { ...done, failed: true }).error).toBe('rollout_failed')
})

it('refused egress names port and reason, and no host', () => {
  const found = { ...took, deploymentId: 'dep_1', port: 443, refused: 3, reason: 'private' }
  expect(egressSpan(trace, found)).toMatchObject({
    error: 'private',
    attributes: { 'server.port': 443, 'mkt.egress.refused': 3 },
  })
  expect(Object.keys(egressSpan(trace, found).attributes)).not.toContain('server.address')
})

it('a state read that was refused is a failed span', () => {
  const read = { ...took, installationId: null, status: 410, code: 'key_expired' }
  expect(stateReadSpan(trace, read)).toMatchObject({ ...ids, kind: 'server', error: 'key_expired' })
})
