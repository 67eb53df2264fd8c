import { expect, it } from 'vitest'
import { buildTimeline, type StepView } from './timeline.ts'
import { attemptStep, callStep, eventStep, hookStep, tenantCallStep } from './trace-step.ts'

const at = (ms: number) => new Date(1_800_000_000_000 + ms)
const event = {
  eventId: 'evt_1',
  installationId: 'ins_1',
  receivedAt: at(0),
  type: 'policy.issue',
  path: '/hook',
  state: 'DELIVERED',
  reason: null,
}
const attempt = { at: at(40), number: 1, durationMs: 30, status: 500, error: 'broken: said Jane', probe: false }
const call = {
  id: 'tcl_1',
  installationId: 'ins_1',
  at: at(60),
  durationMs: 10,
  status: 200,
  code: null,
  method: 'GET',
  path: '/policy/P-77',
  requestId: 'req_1',
}
const steps = [
  tenantCallStep(call),
  attemptStep({ id: 'dlv_1', installationId: 'ins_1' }, attempt),
  eventStep(event),
  callStep({ ...call, id: 'cal_9', installationId: 'ins_2', kind: 'rater', path: '/rate', fallback: 'last' }),
]
const line = { id: '5', at: at(55), listingId: 'lst_1', stream: 'stderr' as const, text: 'oops request=dlv_1-1' }
const views = (of: Record<string, StepView>) => (id: string) => ({ view: of[id] ?? 'hidden', listingId: 'lst_1' })

it('orders steps and log lines by time, with offsets from the first and the duration of all', () => {
  const timeline = buildTimeline(steps, [line], views({ ins_1: 'customer' }))
  expect(timeline?.steps.map(({ kind, offsetMs, durationMs }) => [kind, offsetMs, durationMs])).toEqual([
    ['event', 0, null],
    ['attempt', 40, 30],
    ['tenantCall', 50, 10],
    ['log', 55, null],
  ])
  expect(timeline).toMatchObject({ startedAt: at(0).toISOString(), durationMs: 70 })
  expect(timeline?.steps[1]).toMatchObject({ failed: true, code: 'broken', requestId: 'dlv_1-1' })
})

it('shows a publisher no installation, no path of the policy system and no words of an answer', () => {
  const hook = { id: 'ent_1', installationId: 'ins_1', at: at(1), level: 'warning', message: 'said Jane' }
  const details = { hook: 'install', status: 500, durationMs: 1, requestId: 'req_2' }
  const timeline = buildTimeline([...steps, hookStep({ ...hook, details })], [], views({ ins_1: 'publisher' }))
  const text = JSON.stringify(timeline)
  for (const secret of ['ins_1', 'P-77', 'Jane']) expect(text).not.toContain(secret)
  expect(timeline?.steps.map(({ title }) => title)).toEqual([
    'Event policy.issue accepted at /hook, now delivered',
    'The "install" hook answered 500',
    'Attempt 1 answered 500',
    'GET to the policy system answered 200',
  ])
})

it('shows an operator whose installation it is, but no path of the policy system', () => {
  const timeline = buildTimeline(steps, [], views({ ins_1: 'platform' }))
  expect(timeline?.steps.at(-1)).toMatchObject({
    title: 'GET to the policy system answered 200',
    installationId: 'ins_1',
  })
  expect(JSON.stringify(timeline)).not.toContain('P-77')
})

it('is not there for somebody who may see no step of it', () => {
  expect(buildTimeline(steps, [line], views({}))).toBeUndefined()
})

it('leaves out the steps of others in a trace that several installations share', () => {
  const timeline = buildTimeline(steps, [], views({ ins_2: 'customer' }))
  expect(timeline?.steps).toMatchObject([{ kind: 'call', offsetMs: 0, failed: true }])
})
