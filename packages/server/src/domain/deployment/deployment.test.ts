import { deploymentMachine, deploymentStates, statesAfter } from '@mkt/contract/states'
import { expect, it } from 'vitest'
import { type Deployment, decideCare } from './deployment.ts'
import { restartDelay, careTimes as times } from './health.ts'
import type { Instance, InstanceState } from './instance.ts'

const start = new Date('2026-01-01T00:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)
const deployment: Deployment = {
  id: 'dep_1',
  state: 'STARTING',
  replicas: 1,
  generation: 1,
  startingAt: start,
  idleSince: null,
  crashes: 0,
  nextStartAt: null,
  reason: null,
}

let count = 0
function instance(state: InstanceState, more: Partial<Instance> = {}): Instance {
  count += 1
  return {
    id: `inst_${count}`,
    generation: 1,
    state,
    since: start,
    address: 'unix:/a',
    streak: 0,
    misses: 0,
    checkedAt: null,
    exitReason: state === 'STOPPED' ? 'It ended by itself with exit code 1.' : null,
    ...more,
  }
}

function decide(
  given: Partial<Deployment>,
  instances: Instance[],
  more: { needed?: boolean; ms?: number; before?: Instance[]; attendedMs?: number } = {},
) {
  return decideCare({
    deployment: { ...deployment, ...given },
    before: more.before ?? instances,
    after: instances,
    needed: more.needed ?? true,
    attendedSince: at(more.attendedMs ?? 0),
    times,
    now: at(more.ms ?? 0),
  })
}

it('starts as many instances as there should be', () => {
  expect(decide({}, []).start).toBe(1)
  expect(decide({ replicas: 3 }, [instance('STARTING')]).start).toBe(2)
  expect(decide({}, [instance('DRAINING')]).start).toBe(1)
})

it('is RUNNING with one healthy instance, SICK when the last one is lost, and FAILED only before it ever ran', () => {
  expect(decide({}, [instance('HEALTHY')]).deployment.state).toBe('RUNNING')
  expect(decide({ state: 'RUNNING' }, [instance('STARTING')]).deployment.state).toBe('SICK')
  expect(decide({ state: 'SICK' }, [instance('STARTING')], { ms: 500_000 }).deployment.state).toBe('SICK')
  expect(decide({}, [instance('STARTING')], { ms: 119_999 }).deployment.state).toBe('STARTING')
  expect(decide({}, [instance('STARTING')], { ms: 120_000 })).toMatchObject({
    deployment: { state: 'FAILED' },
    abandon: true,
  })
})

it('names what its instances waited for when it has never been healthy', () => {
  const waiting = instance('STARTING', { exitReason: 'The cluster cannot pull its image.' })
  const { deployment: failed } = decide({}, [waiting], { ms: times.startLimitMs })
  expect(failed).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/120 s\. The cluster cannot pull/) })
})

it('is SICK with the reason while its only instance gets another container, and starts no second one meanwhile', () => {
  const lost = instance('STARTING', { exitReason: 'Its container is gone.' })
  const { deployment: sick, start: more } = decide({ state: 'RUNNING' }, [lost])
  expect([sick.state, sick.reason, more]).toEqual(['SICK', 'Its container is gone.', 0])
  const given = instance('SICK', { exitReason: 'It was not healthy within 120 s.' })
  expect(decide({ state: 'SICK' }, [given]).start).toBe(1)
})

it('does not count time in which nobody looked after it against the limit of its start', () => {
  const starting = [instance('STARTING')]
  expect(decide({}, starting, { ms: 700_000, attendedMs: 600_000 }).deployment.state).toBe('STARTING')
  expect(decide({}, starting, { ms: 720_000, attendedMs: 600_000 }).deployment.state).toBe('FAILED')
})

it('fails a start after five crashes for each instance there should be', () => {
  expect(decide({ crashes: 5, replicas: 2 }, []).deployment.state).toBe('STARTING')
  expect(decide({ crashes: 10, replicas: 2 }, []).deployment.state).toBe('FAILED')
})

it('ends the instances of a failed start itself, so that the next start does not count them as crashes', () => {
  const failed = decide({}, [instance('STARTING')], { ms: 120_000 })
  expect(failed).toMatchObject({ abandon: true, instances: [{ state: 'DRAINING' }] })
  const ended = decide({}, [instance('STOPPED')], { before: failed.instances })
  expect(ended.deployment).toMatchObject({ state: 'STARTING', crashes: 0, nextStartAt: null })
})

it('waits longer after each crash, from 1 s up to 60 s', () => {
  expect([1, 2, 3, 6, 7, 20].map((crashes) => restartDelay(crashes, times))).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000,
  ])
  const ended = decide({ crashes: 2 }, [instance('STOPPED')], { before: [instance('STARTING')] })
  expect(ended).toMatchObject({ start: 0, deployment: { crashes: 3, nextStartAt: at(4000) } })
  expect(decide(ended.deployment, [], { ms: 3999 }).start).toBe(0)
  expect(decide(ended.deployment, [], { ms: 4000 }).start).toBe(1)
})

it('forgets former crashes once an instance has been healthy for a minute', () => {
  expect(decide({ crashes: 4 }, [instance('HEALTHY')], { ms: 59_999 }).deployment.crashes).toBe(4)
  expect(decide({ crashes: 4 }, [instance('HEALTHY')], { ms: 60_000 }).deployment.crashes).toBe(0)
})

it('does not count an end that was asked for as a crash', () => {
  expect(decide({}, [instance('STOPPED')], { before: [instance('DRAINING')] }).deployment.crashes).toBe(0)
})

it('keeps instances of a former generation until as many new ones are healthy', () => {
  const former = instance('HEALTHY')
  const fresh = instance('STARTING', { generation: 2 })
  expect(decide({ state: 'RUNNING', generation: 2 }, [former]).start).toBe(1)
  expect(decide({ state: 'RUNNING', generation: 2 }, [former, fresh]).instances[0]?.state).toBe('HEALTHY')
  const replaced = decide({ state: 'RUNNING', generation: 2 }, [former, { ...fresh, state: 'HEALTHY' }])
  expect(replaced.instances.map((one) => one.state)).toEqual(['DRAINING', 'HEALTHY'])
})

it('drains what is too much when there should be fewer', () => {
  const three = [instance('HEALTHY'), instance('HEALTHY'), instance('STARTING')]
  const { instances } = decide({ state: 'RUNNING' }, three)
  expect(instances.map((one) => one.state)).toEqual(['HEALTHY', 'DRAINING', 'DRAINING'])
})

it('keeps a deployment that nobody needs for five minutes, then drains and stops it', () => {
  const unneeded = decide({ state: 'RUNNING' }, [instance('HEALTHY')], { needed: false })
  expect(unneeded.deployment).toMatchObject({ state: 'RUNNING', idleSince: start })
  const over = decide(unneeded.deployment, [instance('HEALTHY')], { needed: false, ms: 300_000 })
  expect(over.deployment.state).toBe('STOPPING')
  expect(over.instances[0]?.state).toBe('DRAINING')
  expect(decide(over.deployment, [], { needed: false, ms: 400_000 }).deployment.state).toBe('STOPPED')
  const back = decide(over.deployment, [instance('HEALTHY')], { needed: true, ms: 301_000 })
  expect(back.deployment).toMatchObject({ state: 'RUNNING', idleSince: null })
})

it('takes a healthy instance back that drains when it is needed again', () => {
  const serving = instance('HEALTHY', { streak: 3 })
  const over = decide({ state: 'RUNNING', idleSince: start }, [serving], { needed: false, ms: 300_000 })
  expect(over.instances[0]?.state).toBe('DRAINING')
  const back = decide(over.deployment, over.instances, { ms: 301_000 })
  expect(back).toMatchObject({
    start: 0,
    deployment: { state: 'RUNNING', reason: null },
    instances: [{ state: 'HEALTHY' }],
  })
})

it('begins a new start with its whole time when it is needed again and what drains cannot serve', () => {
  const hung = instance('DRAINING', { misses: 1 })
  const given: Partial<Deployment> = { state: 'STOPPING', idleSince: start, crashes: 4, nextStartAt: at(500_000) }
  const back = decide(given, [hung], { ms: 301_000 })
  expect(back).toMatchObject({
    start: 1,
    instances: [{ state: 'DRAINING' }],
    deployment: { state: 'STARTING', startingAt: at(301_000), crashes: 0, nextStartAt: null, reason: null },
  })
  const starting = [instance('STARTING', { since: at(301_000) })]
  expect(decide(back.deployment, starting, { ms: 420_999 }).deployment.state).toBe('STARTING')
  expect(decide(back.deployment, starting, { ms: 421_000 }).deployment.state).toBe('FAILED')
})

it('does not take back an instance that was told to stop, nor one of a former generation', () => {
  const draining = instance('DRAINING', { streak: 3 })
  expect(decide({ state: 'STOPPING' }, [draining], { ms: 60_000 })).toMatchObject({
    start: 1,
    instances: [{ state: 'DRAINING' }],
  })
  expect(decide({ state: 'RUNNING', generation: 2 }, [draining])).toMatchObject({
    start: 1,
    instances: [{ state: 'DRAINING' }],
  })
})

it('takes back an instance that was one too many when it is missing again', () => {
  const draining = instance('DRAINING', { streak: 3 })
  const lost = decide({ state: 'RUNNING' }, [instance('SICK'), draining, instance('STARTING')])
  expect(lost.instances.map((one) => one.state)).toEqual(['SICK', 'HEALTHY', 'DRAINING'])
  expect(lost.deployment.state).toBe('RUNNING')
})

it('never makes a move that its table does not name', () => {
  const looks = [
    [],
    [instance('STARTING')],
    [instance('HEALTHY')],
    [instance('SICK')],
    [instance('DRAINING')],
    [instance('DRAINING', { streak: 3 })],
    [instance('STOPPED')],
  ]
  for (const state of deploymentStates) {
    for (const instances of looks) {
      for (const needed of [true, false]) {
        for (const ms of [0, 1_000_000]) {
          for (const idleSince of [null, start]) {
            const next = decide({ state, idleSince }, instances, { needed, ms }).deployment.state
            expect([state, ...statesAfter(deploymentMachine, state)], `${state} → ${next}`).toContain(next)
          }
        }
      }
    }
  }
})
