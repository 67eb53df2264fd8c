import { expect, test } from 'vitest'
import { createDeliveries, type DivertedEvent, type Target } from './deliver.ts'
import type { Answer } from './send.ts'

function target(rules: Partial<Target['rules']> = {}) {
  const diverted: DivertedEvent[] = []
  const state = { suspended: false, failures: 0 }
  const made: Target = {
    outgoing: (body) => ({ method: 'POST', url: 'http://a', headers: {}, body, timeoutMs: 1, verifyTls: true }),
    rules: { triggers: ['4xx', '5xx', 'timeout'], delaysMs: [0, 0], divert: true, suspendAfter: 2, ...rules },
    isSuspended: () => state.suspended,
    succeeded: () => {
      state.failures = 0
    },
    failed: () => ++state.failures,
    suspend: () => {
      state.suspended = true
    },
    divert: (event) => diverted.push(event),
  }
  return { made, diverted, state }
}

function answering(...answers: (number | null)[]) {
  let sent = 0
  const send = async (): Promise<Answer> => {
    const status = answers[Math.min(sent++, answers.length - 1)] ?? null
    return status === null ? { status, error: 'no answer', timedOut: true } : { status, body: '' }
  }
  return { deliveries: createDeliveries(send, () => 0), sent: () => sent }
}

const event = { transactionId: 't', type: 'policy.issue', body: '{}' }

test('an event is tried again until it is accepted', async () => {
  const { deliveries, sent } = answering(500, null, 202)
  const { made, diverted } = target()
  deliveries.post(made, event)
  await deliveries.idle()
  expect(sent()).toBe(3)
  expect(diverted).toEqual([])
})

test('an event whose tries are spent is diverted, and repeated failure suspends the webhook', async () => {
  const { deliveries, sent } = answering(404)
  const { made, diverted, state } = target()
  deliveries.post(made, event)
  await deliveries.idle()
  expect(state.suspended).toBe(false)
  deliveries.post(made, event)
  await deliveries.idle()
  expect(state.suspended).toBe(true)
  deliveries.post(made, event)
  await deliveries.idle()
  expect(sent()).toBe(6)
  expect(diverted.map((item) => item.reason)).toEqual(['answered 404', 'answered 404', 'the webhook is suspended'])
})

test('a failure the webhook does not ask about loses the event', async () => {
  const { deliveries, sent } = answering(404)
  const { made, diverted } = target({ triggers: ['5xx'] })
  deliveries.post(made, event)
  await deliveries.idle()
  expect(sent()).toBe(1)
  expect(diverted).toEqual([])
})

test('a stop diverts what waits for its next try', async () => {
  const { deliveries } = answering(500)
  const { made, diverted } = target({ delaysMs: [60_000] })
  deliveries.post(made, event)
  await deliveries.stop()
  expect(diverted).toHaveLength(1)
})
