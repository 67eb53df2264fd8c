import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SimulatedDeployment } from '../../testing/rollout/simulated-deployment.ts'
import { careTimes as times } from './health.ts'

type Event = (world: SimulatedDeployment) => void

const LINGER_AND_DRAIN = times.lingerMs + times.drainMs + times.stopGraceMs

/** Waits that hit every phase: while it starts, lingers, drains, and after it has stopped. */
const wait = fc.oneof(
  fc.nat(3_000),
  fc.nat(130_000),
  fc.integer({ min: times.lingerMs - 2_000, max: times.lingerMs + 2_000 }),
  fc.integer({ min: times.lingerMs, max: LINGER_AND_DRAIN + 2_000 }),
)

function event<T>(name: string, given: fc.Arbitrary<T>, happen: (world: SimulatedDeployment, value: T) => void) {
  return given.map((value): Event => {
    const happened: Event = (world) => happen(world, value)
    return Object.assign(happened, { [fc.toStringMethod]: () => `${name} ${value}` })
  })
}

const anyEvent = fc.oneof(
  event('wait', wait, (world, ms) => world.wait(ms)),
  event('need', fc.constant(''), (world) => world.need()),
  event('unneed', fc.constant(''), (world) => {
    world.needed = false
  }),
  event('crash', fc.nat(5), (world, index) => world.crash(index)),
  event('hang', fc.nat(5), (world, index) => world.hang(index)),
  event('outage', fc.integer({ min: 10_001, max: 160_000 }), (world, ms) => world.outage(ms)),
  event('boot in', fc.nat(150_000), (world, ms) => {
    world.bootMs = ms
  }),
  event('scale to', fc.integer({ min: 1, max: 3 }), (world, replicas) => {
    world.deployment = { ...world.deployment, replicas }
  }),
  event('restart', fc.constant(''), (world) => world.restart()),
)

const events = fc.array(anyEvent, { maxLength: 25 })

function run(happened: readonly Event[]): SimulatedDeployment {
  const world = new SimulatedDeployment()
  world.need()
  for (const happen of happened) happen(world)
  return world
}

it('whatever happened, a deployment that is needed and can become healthy ends RUNNING with the number of instances asked for', () => {
  fc.assert(
    fc.property(events, (happened) => {
      const world = run(happened)
      world.heal()
      // What is left of a start that cannot succeed may still fail; asking again then begins another one.
      world.wait(times.startLimitMs + times.drainMs)
      world.need()
      world.wait(3 * times.startLimitMs + times.drainMs)
      expect(world.deployment.state).toBe('RUNNING')
      expect(world.healthy()).toHaveLength(world.deployment.replicas)
      expect(world.containers.size).toBe(world.deployment.replicas)
    }),
    { numRuns: 400 },
  )
})

it('whatever happened, a deployment that nobody needs ends STOPPED or FAILED with nothing left running', () => {
  fc.assert(
    fc.property(events, (happened) => {
      const world = run(happened)
      world.needed = false
      world.wait(2 * LINGER_AND_DRAIN)
      expect(['STOPPED', 'FAILED']).toContain(world.deployment.state)
      expect(world.containers.size).toBe(0)
    }),
    { numRuns: 200 },
  )
})

it('is RUNNING again at the next look when it is needed while a healthy instance drains, at every moment of the drain', () => {
  fc.assert(
    fc.property(fc.nat(times.drainMs - 1_000), (ms) => {
      const world = new SimulatedDeployment()
      world.need()
      world.wait(60_000)
      world.needed = false
      world.wait(times.lingerMs + 1_000)
      expect(world.deployment.state).toBe('STOPPING')
      world.wait(Math.max(0, ms - 1_000))
      const [former] = world.instances
      world.need()
      world.wait(1)
      expect(world.deployment.state).toBe('RUNNING')
      expect(world.healthy().map(({ id }) => id)).toEqual([former?.id])
    }),
  )
})

it('starts again whatever the moment it is needed, also while its last instance ends', () => {
  fc.assert(
    fc.property(fc.nat(times.drainMs + times.stopGraceMs), (ms) => {
      const world = new SimulatedDeployment()
      world.need()
      world.wait(5_000)
      world.needed = false
      world.wait(times.lingerMs + ms)
      world.need()
      world.wait(10_000)
      expect(world.deployment).toMatchObject({ state: 'RUNNING', crashes: 0 })
    }),
  )
})
