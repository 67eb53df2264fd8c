import { instanceMachine, instanceStates, statesAfter } from '@mkt/contract/states'
import { expect, it } from 'vitest'
import { careTimes as times } from './health.ts'
import {
  drainInstance,
  type Instance,
  isProbeDue,
  judgeInstance,
  mayRecall,
  mustStop,
  type Probe,
  recallInstance,
  type Sight,
} from './instance.ts'

const start = new Date('2026-01-01T00:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const running: Sight = { status: 'running', address: 'unix:/a' }
const starting = (waiting: string | null = null): Sight => ({ status: 'starting', waiting })
const fresh: Instance = {
  id: 'inst_1',
  generation: 1,
  state: 'STARTING',
  since: start,
  address: null,
  streak: 0,
  misses: 0,
  checkedAt: null,
  exitReason: null,
}

function judge(instance: Instance, probes: Probe[], sight: Sight = running): Instance {
  return probes.reduce((current, probe) => judgeInstance(current, sight, probe, times, start), instance)
}

it('is healthy after three healthy answers in a row, and a miss restarts the count', () => {
  expect(judge(fresh, ['well', 'well']).state).toBe('STARTING')
  expect(judge(fresh, ['well', 'well', 'missed', 'well', 'well']).state).toBe('STARTING')
  expect(judge(fresh, ['missed', 'well', 'well', 'well']).state).toBe('HEALTHY')
})

it('is replaced after three misses in a row, and not before', () => {
  const healthy = judge(fresh, ['well', 'well', 'well'])
  expect(judge(healthy, ['missed', 'missed', 'well', 'missed', 'missed']).state).toBe('HEALTHY')
  expect(judge(healthy, ['missed', 'missed', 'missed'])).toMatchObject({
    state: 'SICK',
    exitReason: expect.any(String),
  })
})

it('keeps the reason for which it was replaced when it is stopped at last', () => {
  const sick = { ...fresh, state: 'SICK' as const, exitReason: 'It did not answer.' }
  const ended = judgeInstance(
    sick,
    { status: 'stopped', reason: 'It was stopped by the platform.' },
    'none',
    times,
    start,
  )
  expect(ended).toMatchObject({ state: 'STOPPED', exitReason: 'It did not answer.' })
})

it('is replaced when it is not healthy within 120 s', () => {
  expect(judgeInstance(fresh, running, 'missed', times, after(119_999)).state).toBe('STARTING')
  expect(judgeInstance(fresh, running, 'missed', times, after(120_000)).state).toBe('SICK')
})

it('is not healthy any more once its container is gone, and has 120 s to get another', () => {
  const healthy = judge(fresh, ['well', 'well', 'well'])
  const lost = judgeInstance(healthy, starting(), 'none', times, after(1_000))
  expect(lost).toMatchObject({ state: 'STARTING', since: after(1_000), address: null, exitReason: expect.any(String) })
  expect(judgeInstance(lost, starting(), 'none', times, after(120_999)).state).toBe('STARTING')
  const given = judgeInstance(lost, starting('The image cannot be pulled.'), 'none', times, after(121_000))
  expect(given).toMatchObject({
    state: 'SICK',
    exitReason: expect.stringMatching(/120 s\. The image cannot be pulled/),
  })
})

it('is healthy again when its new container answered three times, without the former reason', () => {
  const healthy = judge(fresh, ['well', 'well', 'well'])
  const lost = judgeInstance(healthy, starting('No node takes it.'), 'none', times, start)
  expect(judge(lost, ['well', 'well'], { status: 'running', address: 'http://b' }).state).toBe('STARTING')
  const back = judge(lost, ['well', 'well', 'well'], { status: 'running', address: 'http://b' })
  expect(back).toMatchObject({ state: 'HEALTHY', address: 'http://b', exitReason: null })
})

it('does not take over the health of another container for one that appeared in its place', () => {
  const healthy = judge(fresh, ['well', 'well', 'well'])
  const moved = judgeInstance(healthy, { status: 'running', address: 'http://b' }, 'well', times, start)
  expect(moved).toMatchObject({ state: 'STARTING', address: 'http://b', streak: 0 })
})

it('says what it waits for while it starts', () => {
  expect(judgeInstance(fresh, starting('No node takes it.'), 'none', times, start).exitReason).toBe('No node takes it.')
  expect(judgeInstance(fresh, starting(), 'none', times, start)).toBe(fresh)
  const waiting = { ...fresh, exitReason: 'No node takes it.' }
  expect(judgeInstance(waiting, running, 'missed', times, start).exitReason).toBeNull()
})

it('is asked every 250 ms while it starts and every 10 s once it is healthy', () => {
  const starting = { ...fresh, checkedAt: start }
  expect(isProbeDue(starting, times, after(249))).toBe(false)
  expect(isProbeDue(starting, times, after(250))).toBe(true)
  const healthy = { ...starting, state: 'HEALTHY' as const }
  expect(isProbeDue(healthy, times, after(9_999))).toBe(false)
  expect(isProbeDue(healthy, times, after(10_000))).toBe(true)
  expect(isProbeDue({ ...healthy, state: 'SICK' }, times, after(60_000))).toBe(false)
})

it('is asked after a fortieth of the time it has taken so far while it does not answer', () => {
  const slow = { ...fresh, checkedAt: after(20_000) }
  expect(isProbeDue(slow, times, after(20_499))).toBe(false)
  expect(isProbeDue(slow, times, after(20_500))).toBe(true)
  expect(isProbeDue({ ...slow, streak: 1 }, times, after(20_250))).toBe(true)
})

it('has 60 s to finish before it is stopped', () => {
  const draining = drainInstance({ ...fresh, state: 'HEALTHY' }, start)
  expect(draining.state).toBe('DRAINING')
  expect(mustStop(draining, times, after(59_999))).toBe(false)
  expect(mustStop(draining, times, after(60_000))).toBe(true)
})

it('is still asked for its health while it drains, and can serve again only if it answers and was not told to stop', () => {
  const draining = drainInstance({ ...judge(fresh, ['well', 'well', 'well']), checkedAt: start }, start)
  expect(isProbeDue(draining, times, after(10_000))).toBe(true)
  expect(mayRecall(draining, times, after(59_999))).toBe(true)
  expect(mayRecall(draining, times, after(60_000))).toBe(false)
  expect(mayRecall(judge(draining, ['missed']), times, start)).toBe(false)
  expect(mayRecall(drainInstance(fresh, start), times, start)).toBe(false)
  expect(recallInstance(draining, after(1_000))).toMatchObject({ state: 'HEALTHY', since: after(1_000) })
})

it('has its time to start from when somebody looked after it', () => {
  const judged = (ms: number) => judgeInstance(fresh, running, 'missed', times, after(ms), after(600_000))
  expect(judged(719_999).state).toBe('STARTING')
  expect(judged(720_000).state).toBe('SICK')
})

it('gets no second time to finish when it was already sick', () => {
  const sick = judge(judge(fresh, ['well', 'well', 'well']), ['missed', 'missed', 'missed'])
  expect(drainInstance(sick, after(30_000))).toEqual(sick)
})

it('never makes a move that its table does not name', () => {
  const sights: Sight[] = [running, { status: 'absent' }, starting(), { status: 'stopped', reason: 'x' }]
  for (const state of instanceStates) {
    for (const sight of sights) {
      for (const probe of ['well', 'missed', 'none'] as const) {
        for (const count of [0, 2]) {
          const next = judgeInstance({ ...fresh, state, streak: count, misses: count }, sight, probe, times, start)
          expect([state, ...statesAfter(instanceMachine, state)], `${state} ${sight.status} ${probe}`).toContain(
            next.state,
          )
        }
      }
    }
    expect([state, ...statesAfter(instanceMachine, state)]).toContain(drainInstance({ ...fresh, state }, start).state)
    const whole = { ...fresh, state, streak: times.streak }
    if (mayRecall(whole, times, start))
      expect(statesAfter(instanceMachine, state)).toContain(recallInstance(whole, start).state)
  }
})

it('says what its last health check saw when it is given up', () => {
  const saw = { ...fresh, lastMiss: 'nothing listened on the port in MKT_PORT' }
  expect(judgeInstance(saw, running, 'missed', times, after(120_000)).exitReason).toBe(
    'It was not healthy within 120 s. The last time, nothing listened on the port in MKT_PORT.',
  )
})
