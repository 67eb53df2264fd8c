import { expect, it } from 'vitest'
import { acceptSpan, attemptSpan, callSpan, hookSpan, tenantCallSpan } from './spans.ts'

const trace = {
  traceId: '0af7651916cd43dd8448eb21ffffffff',
  spanId: 'b7ad6b7169203331',
  parentSpanId: '00f067aa0ba902b7',
  traceparent: '00-0af7651916cd43dd8448eb21ffffffff-b7ad6b7169203331-01',
}
const at = new Date('2026-05-01T12:00:00Z')
const owner = { installationId: 'ins_1', listingId: 'lst_1' }
const call = {
  ...owner,
  at,
  durationMs: 20,
  kind: 'rater',
  method: 'POST',
  status: 200,
  code: null,
  requestId: 'req_1',
  fallback: null,
}

it('belongs to its trace as the child of the step before, and lasted as long as was recorded', () => {
  expect(callSpan(trace, call)).toMatchObject({
    traceId: trace.traceId,
    spanId: trace.spanId,
    parentSpanId: trace.parentSpanId,
    startMs: at.getTime() - 20,
    endMs: at.getTime(),
    error: null,
  })
})

it('tells of a failed attempt its code and never the words of the application', () => {
  const attempt = { at, durationMs: 5, eventId: 'evt_1', number: 2, status: null, state: 'WAITING' }
  const span = attemptSpan(trace, { ...attempt, error: 'app_timeout: secret words' })
  expect(span).toMatchObject({ error: 'app_timeout', startMs: at.getTime(), endMs: at.getTime() + 5 })
  expect(JSON.stringify(span)).not.toContain('secret words')
  expect(attemptSpan(trace, { ...attempt, status: 204, error: null }).error).toBeNull()
  expect(attemptSpan(trace, { ...attempt, status: 503, error: null }).error).toBe('503')
})

it('a hook that failed without an answer says so', () => {
  const hook = { ...owner, at, durationMs: 7, hook: 'install', requestId: 'req_1', status: 204, failed: false }
  expect(hookSpan(trace, hook)).toMatchObject({ name: 'install hook', startMs: at.getTime() - 7, error: null })
  expect(hookSpan(trace, { ...hook, status: null, failed: true }).error).toBe('no_answer')
  expect(hookSpan(trace, { ...hook, status: 500, failed: true }).error).toBe('500')
})

it('names every step by what it is', () => {
  const event = { ...owner, at, durationMs: 1, eventId: 'evt_1', requestId: 'req_1' }
  expect(
    [acceptSpan(trace, event), callSpan(trace, call), tenantCallSpan(trace, call)].map(({ name }) => name),
  ).toEqual(['accept event', 'rater call', 'tenant call'])
})
