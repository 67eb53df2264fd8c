import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { healthyAddresses } from '../../store/deployment/instances.ts'
import { type RolloutWorld, rolloutWorld, shortTimes as times } from '../../testing/rollout/rollout-world.ts'
import { byPlatform } from '../platform/origin.ts'
import { createCareViews } from './care-views.ts'
import { reshapeDeployment } from './reshape-deployment.ts'

let world: RolloutWorld
beforeAll(async () => {
  world = await rolloutWorld()
})
beforeEach(() => world.clear())

/** A release that went live, that nobody uses, and that drains since a second. */
async function drained() {
  const listing = await world.listing()
  const release = await world.deploy(listing)
  await world.pass(5_000)
  expect((await world.releaseOf(release.id)).state).toBe('LIVE')
  await world.pass(times.lingerMs)
  expect((await world.deploymentOf(release.id))?.state).toBe('STOPPING')
  return { listing, release }
}

describe('a deployment that is asked for while it drains', () => {
  it('takes its healthy instance back at once: nothing is started, nothing is killed', async () => {
    const { listing, release } = await drained()
    const [container] = world.containers(release.version)
    await world.launch(listing, release.id)
    world.announce()
    await world.step()
    expect(await world.deploymentOf(release.id)).toMatchObject({ state: 'RUNNING', idleSince: null, reason: null })
    expect(await healthyAddresses(world.db, release.id)).toHaveLength(1)
    await world.pass(4 * times.startLimitMs)
    expect((await world.deploymentOf(release.id))?.state).toBe('RUNNING')
    expect(world.containers(release.version)).toEqual([container])
    expect(container).toMatchObject({ status: 'running', stopped: false })
  })

  it('begins a new start with its whole time limit when its instance no longer answers', async () => {
    const { listing, release } = await drained()
    for (const container of world.containers(release.version)) container.healthy = false
    await world.pass(times.probeEveryMs)
    world.broken.add(release.version)
    await world.launch(listing, release.id)
    world.announce()
    await world.pass(times.startLimitMs - 1_000)
    expect((await world.deploymentOf(release.id))?.state).toBe('STARTING')
    for (const container of world.containers(release.version)) container.healthy = true
    await world.pass(1_000)
    expect((await world.deploymentOf(release.id))?.state).toBe('RUNNING')
  })

  it('is never stopped under a launch, even when the carer did not hear of it', async () => {
    const { listing, release } = await drained()
    await world.launch(listing, release.id)
    const seen = new Set<string>()
    await world.pass(times.drainMs + times.startLimitMs, async () => {
      seen.add((await world.deploymentOf(release.id))?.state ?? 'none')
    })
    expect([...seen]).not.toContain('STOPPED')
    expect([...seen].at(-1)).toBe('RUNNING')
  })
})

describe('the time limit of a start', () => {
  it('does not run while the platform is down', async () => {
    const listing = await world.listing()
    const release = await world.deploy(listing)
    await world.step()
    expect((await world.deploymentOf(release.id))?.state).toBe('STARTING')
    await world.takeOver()
    world.clock.advance(3_600_000)
    await world.pass(5_000)
    expect((await world.releaseOf(release.id)).state).toBe('LIVE')
  })

  it('is given again to an installation that was launched while a start was failing', async () => {
    const listing = await world.listing()
    const release = await world.deploy(listing)
    await world.pass(times.lingerMs + times.drainMs + 10_000)
    expect((await world.deploymentOf(release.id))?.state).toBe('STOPPED')
    world.broken.add(release.version)
    await world.launch(listing, release.id)
    await world.pass(times.startLimitMs - 2_000)
    await world.launch(listing, release.id)
    world.broken.delete(release.version)
    await world.pass(6_000)
    expect((await world.deploymentOf(release.id))?.state).toBe('RUNNING')
  })
})

it('a restart is a new start: it waits for no backoff, and the crashes before do not count', async () => {
  const listing = await world.listing()
  const release = await world.deploy(listing)
  await world.launch(listing, release.id)
  await world.pass(2_000)
  for (let crashes = 0; crashes < 3; crashes += 1) {
    await world.pass(times.backoffMaxMs)
    for (const container of world.containers(release.version)) container.status = 'stopped'
    await world.step()
  }
  const deployment = await world.deploymentOf(release.id)
  if (deployment === undefined) throw new Error('There is no deployment.')
  expect(deployment.crashes).toBe(3)
  await reshapeDeployment(world.platform, { deployment, restart: true }, byPlatform)
  world.announce()
  await world.pass(times.backoffMaxMs - 1_000)
  expect(await world.deploymentOf(release.id)).toMatchObject({ state: 'RUNNING', crashes: 0 })
})

it('a new start asked for while the instances of a failed one end is not lost', async () => {
  const listing = await world.listing()
  const release = await world.deploy(listing)
  await world.pass(times.lingerMs + times.drainMs + 10_000)
  world.broken.add(release.version)
  await world.launch(listing, release.id)
  await world.pass(times.startLimitMs - 250)
  const { stop } = world.runner.engine
  const { promise, resolve } = Promise.withResolvers<void>()
  world.runner.engine.stop = (id, options) => promise.then(() => stop(id, options))
  await world.pass(1_000)
  expect((await world.deploymentOf(release.id))?.state).toBe('FAILED')
  world.broken.delete(release.version)
  await world.launch(listing, release.id)
  for (const container of world.containers(release.version)) container.status = 'stopped'
  await world.pass(3_000)
  expect(await world.deploymentOf(release.id)).toMatchObject({ state: 'RUNNING', crashes: 0 })
  world.runner.engine.stop = stop
  resolve()
})

it('an instance whose start was still in progress when its deployment failed leaves no container behind', async () => {
  const listing = await world.listing()
  const release = await world.deploy(listing)
  const goOn = world.holdStarts()
  await world.pass(times.startLimitMs + times.drainMs)
  expect((await world.releaseOf(release.id)).state).toBe('FAILED')
  goOn()
  await world.pass(times.drainMs)
  expect(world.containers(release.version)).toEqual([])
})

it('who needs a release is asked again when it changes or something is installed, not when another release changes', async () => {
  const listing = await world.listing()
  const release = await world.deploy(listing)
  await world.pass(5_000)
  const { id = '' } = (await world.deploymentOf(release.id)) ?? {}
  const isNeeded = async () => (await views.read())?.demand.needed
  const views = createCareViews({ db: world.db, clock: world.clock }, id)
  expect(await isNeeded()).toBe(false)
  await world.launch(listing, release.id)
  views.referenceChanged('rel_of_another_listing')
  expect(await isNeeded()).toBe(false)
  views.referenceChanged(release.id)
  expect(await isNeeded()).toBe(true)
  await world.db.deleteFrom('installation').where('release_id', '=', release.id).execute()
  expect(await isNeeded()).toBe(true)
  views.referenceChanged()
  expect(await isNeeded()).toBe(false)
})
