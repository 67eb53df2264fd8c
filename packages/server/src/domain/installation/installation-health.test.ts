import { expect, test } from 'vitest'
import { type HealthFacts, judgeHealth } from './installation-health.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const judge = (change: Partial<HealthFacts> = {}) =>
  judgeHealth({
    state: 'RUNNING',
    reason: null,
    updatedAt: ago(600),
    lastFailure: null,
    containers: { health: 'healthy', since: ago(600) },
    credentialsRefusedAt: null,
    unreachable: null,
    deliveries: { failingSince: null, pausedAt: null, gonePaths: {} },
    calls: [],
    attempts: [],
    now,
    ...change,
  })
const slot = (minutes: number, requests: number, failed: number) => ({ slot: ago(minutes), requests, failed })

test('with containers that answer and nothing that fails it is healthy', () => {
  expect(judge()).toMatchObject({ state: 'healthy', code: null, cause: null, since: null, remedy: null })
  expect(judge({ calls: [slot(5, 100, 2)] }).state).toBe('healthy')
})

test('what does not run is unknown, and ERROR is failing with its reason', () => {
  expect(judge({ state: 'STOPPED' })).toMatchObject({ state: 'unknown', code: 'not_running' })
  expect(judge({ containers: { health: 'starting', since: ago(1) } })).toMatchObject({ state: 'unknown' })
  expect(judge({ state: 'ERROR', reason: 'install answered 500', updatedAt: ago(3) })).toMatchObject({
    state: 'failing',
    cause: 'install answered 500',
    since: ago(3),
    remedy: expect.any(String),
  })
})

test('refused credentials come before everything they make fail', () => {
  const failing = {
    credentialsRefusedAt: ago(30),
    deliveries: { failingSince: ago(20), pausedAt: null, gonePaths: {} },
  }
  expect(judge(failing)).toMatchObject({ state: 'failing', code: 'credentials_refused', since: ago(30) })
})

test('containers that do not answer and paused deliveries are failing', () => {
  expect(judge({ containers: { health: 'sick', since: ago(2) } })).toMatchObject({
    state: 'failing',
    code: 'containers_down',
    since: ago(2),
  })
  const paused = { failingSince: ago(5000), pausedAt: ago(10), gonePaths: {} }
  expect(judge({ deliveries: paused })).toMatchObject({ state: 'failing', code: 'deliveries_paused', since: ago(10) })
})

test('deliveries without a success are degraded at first and failing after five minutes', () => {
  const since = (minutes: number) =>
    judge({ deliveries: { failingSince: ago(minutes), pausedAt: null, gonePaths: {} } })
  expect(since(4)).toMatchObject({ state: 'degraded', code: 'deliveries_failing' })
  expect(since(5)).toMatchObject({ state: 'failing', since: ago(5) })
})

test('calls that all fail are failing since the first slot of that run; a share of them is degraded', () => {
  expect(judge({ calls: [slot(5, 4, 4), slot(10, 2, 2), slot(25, 9, 0)] })).toMatchObject({
    state: 'failing',
    code: 'calls_failing',
    since: ago(10),
  })
  expect(judge({ calls: [slot(5, 20, 4), slot(10, 20, 0)] })).toMatchObject({ state: 'degraded', since: ago(5) })
})

test('two failed calls are no pattern, and what failed stays so until calls succeed', () => {
  expect(judge({ calls: [slot(5, 2, 2)] }).state).toBe('healthy')
  expect(judge({ calls: [slot(300, 8, 8)] })).toMatchObject({ state: 'failing', since: ago(300) })
  expect(judge({ calls: [slot(5, 50, 0), slot(300, 8, 8)] }).state).toBe('healthy')
})

test('an operation that failed last leaves it degraded', () => {
  const lastFailure = { operation: 'upgrade', reason: 'The hook answered 500.', at: ago(9).toISOString() }
  expect(judge({ lastFailure })).toMatchObject({
    state: 'degraded',
    cause: 'upgrade: The hook answered 500.',
    since: ago(9),
  })
})

test('a policy system that does not answer is degraded at first and failing after five minutes, while registering too', () => {
  const away = (minutes: number) => ({
    unreachable: { reason: 'example.com did not answer in time', since: ago(minutes) },
  })
  expect(judge(away(4))).toMatchObject({ state: 'degraded', code: 'tenant_unreachable', since: ago(4) })
  expect(judge(away(5))).toMatchObject({
    state: 'failing',
    cause: 'The policy system does not answer. example.com did not answer in time.',
  })
  expect(judge({ state: 'REGISTERING', ...away(1) })).toMatchObject({ state: 'degraded', code: 'tenant_unreachable' })
  expect(judge({ state: 'STOPPED', ...away(1) })).toMatchObject({ state: 'unknown' })
})

test('attempts of which some fail and others succeed are degraded, three or more and a tenth of them', () => {
  expect(judge({ attempts: [slot(2, 12, 3), slot(7, 4, 1)] })).toMatchObject({
    state: 'degraded',
    code: 'deliveries_failing',
    cause: '4 of 16 attempts to deliver events failed in the last minutes.',
    since: ago(7),
  })
  expect(judge({ attempts: [slot(2, 12, 2)] }).state).toBe('healthy')
  expect(judge({ attempts: [slot(2, 90, 8)] }).state).toBe('healthy')
})
