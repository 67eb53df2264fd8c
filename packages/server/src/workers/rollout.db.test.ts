import { expect, it } from 'vitest'
import { rollbackRelease } from '../actions/deployment/rollback-release.ts'
import { byPlatform } from '../actions/platform/origin.ts'
import { healthyAddresses } from '../store/deployment/instances.ts'
import { releaseById } from '../store/release/releases.ts'
import { fakeEngine } from '../testing/rollout/fake-engine.ts'
import { rollouts, wait } from '../testing/rollout/rollouts.ts'

const { platform, db, times, warned, rollout, listing, release, install, stateOf, deploymentOf } = await rollouts()

it('makes a checked release live once its instance was healthy three times, and the former one superseded', async () => {
  const engine = fakeEngine()
  rollout(engine)
  const app = await listing()
  const first = await release(app, 1)
  await expect.poll(() => stateOf(first), wait).toBe('LIVE')
  const second = await release(app, 2)
  await expect.poll(() => stateOf(second), wait).toBe('LIVE')
  expect(await stateOf(first)).toBe('SUPERSEDED')
  const row = await db.selectFrom('listing').select('current_release_id').where('id', '=', app).executeTakeFirst()
  expect(row?.current_release_id).toBe(second)
})

it('gives a new release as many instances as the former one was given', async () => {
  const engine = fakeEngine()
  rollout(engine)
  const app = await listing()
  const first = await release(app)
  await install(app, first)
  await expect.poll(() => stateOf(first), wait).toBe('LIVE')
  const deployment = await deploymentOf(first)
  await db
    .updateTable('deployment')
    .set({ replicas: 3 })
    .where('id', '=', deployment?.id ?? '')
    .execute()
  const second = await release(app, 1)
  await expect.poll(() => stateOf(second), wait).toBe('LIVE')
  expect((await deploymentOf(second))?.replicas).toBe(3)
  await expect.poll(() => healthyAddresses(db, second), wait).toHaveLength(3)
})

it('fails a release that never becomes healthy, says why with its last lines and in the log, and leaves the former one serving', async () => {
  const engine = fakeEngine()
  const patient = rollout(engine)
  const app = await listing()
  const good = await release(app, 1)
  await install(app, good)
  await expect.poll(() => stateOf(good), wait).toBe('LIVE')
  await patient.stop()
  rollout(engine, { times: { ...times, startLimitMs: 1_500 } })
  engine.next.healthy = false
  const bad = await release(app, 2)
  await expect.poll(() => stateOf(bad), wait).toBe('FAILED')
  expect((await releaseById(db, bad))?.failure).toMatch(
    /did not answer GET \/health.* The last time, it answered 404\.[\s\S]*hello from 1\.2\.0/,
  )
  expect(warned).toContainEqual({
    text: 'An application did not become healthy',
    reason: expect.stringMatching(/did not answer GET \/health.* it answered 404/),
  })
  expect(await stateOf(good)).toBe('LIVE')
  expect(await healthyAddresses(db, good)).toHaveLength(1)
  await expect
    .poll(() => [...engine.instances.values()].filter((one) => one.spec.version === '1.2.0'), wait)
    .toEqual([])
})

it('gives up early on a release whose instances end by themselves again and again', async () => {
  const engine = fakeEngine()
  engine.next.crash = 'It ended by itself with exit code 3.'
  rollout(engine, { times: { ...times, startLimitMs: 60_000 } })
  const bad = await release(await listing())
  await expect.poll(() => stateOf(bad), wait).toBe('FAILED')
  expect((await releaseById(db, bad))?.failure).toMatch(/ended 5 times[\s\S]*exit code 3/)
})

it('says so when an instance cannot even be started', async () => {
  const engine = fakeEngine()
  engine.next.refuse = 'the image is broken'
  rollout(engine)
  const bad = await release(await listing())
  await expect.poll(() => stateOf(bad), wait).toBe('FAILED')
  expect((await releaseById(db, bad))?.failure).toMatch(/the image is broken/)
})

it('stops a deployment that nobody has installed, and starts it again when somebody does', async () => {
  const engine = fakeEngine()
  rollout(engine)
  const app = await listing()
  const id = await release(app)
  await expect.poll(() => stateOf(id), wait).toBe('LIVE')
  await expect.poll(async () => (await deploymentOf(id))?.state, wait).toBe('STOPPED')
  await expect.poll(() => engine.instances.size, wait).toBe(0)
  await install(app, id)
  await expect.poll(async () => (await deploymentOf(id))?.state, wait).toBe('RUNNING')
})

it('takes back the instance of a deployment that somebody installs or returns to while it drains', async () => {
  const engine = fakeEngine()
  const draining = { ...times, drainMs: 60_000 }
  const patient = rollout(engine, { times: draining })
  const app = await listing()
  const [launched, returned] = [await release(app, 1), await release(app, 2)]
  for (const id of [launched, returned])
    await expect.poll(async () => (await deploymentOf(id))?.state, wait).toBe('STOPPING')
  const containers = [...engine.instances.keys()].sort()
  expect(containers).toHaveLength(2)
  await patient.stop()
  rollout(engine, { times: { ...draining, startLimitMs: 1_000 } })
  const [former] = (await stateOf(returned)) === 'LIVE' ? [launched] : [returned]
  await install(app, launched)
  await rollbackRelease(platform, { id: former, listingId: app }, byPlatform)
  await expect.poll(async () => (await deploymentOf(launched))?.state, wait).toBe('RUNNING')
  await expect.poll(() => stateOf(former), wait).toBe('LIVE')
  expect([...engine.instances.keys()].sort()).toEqual(containers)
})

it('ends live with one instance, however often the platform is stopped in the middle of a rollout', async () => {
  const engine = fakeEngine()
  const app = await listing()
  const id = await release(app)
  await install(app, id)
  for (let round = 0; (await stateOf(id)) !== 'LIVE' && round < 100; round++) {
    const loop = rollout(engine)
    await new Promise((resolve) => setTimeout(resolve, 3 + round))
    await loop.stop()
  }
  rollout(engine)
  await expect.poll(() => stateOf(id), wait).toBe('LIVE')
  await expect.poll(() => healthyAddresses(db, id), wait).toHaveLength(1)
  await expect.poll(() => engine.instances.size, wait).toBe(1)
})
