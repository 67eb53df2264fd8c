import { afterEach, expect, it } from 'vitest'
import { rollbackRelease } from '../actions/deployment/rollback-release.ts'
import type { Runner } from '../actions/deployment/runner.ts'
import { createOutputMasks } from '../actions/installation/output-mask.ts'
import { sealSecrets } from '../actions/installation/stored-configuration.ts'
import { variableIdentity } from '../actions/listing/open-variables.ts'
import { byPlatform } from '../actions/platform/origin.ts'
import { type CareTimes, careTimes } from '../domain/deployment/health.ts'
import { systemClock } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { type Log, silentLog } from '../lib/log.ts'
import { publishChanges } from '../store/database/changes.ts'
import { deploymentOfRelease } from '../store/deployment/deployments.ts'
import { healthyAddresses } from '../store/deployment/instances.ts'
import { putSecret } from '../store/installation/secrets.ts'
import { releaseById } from '../store/release/releases.ts'
import { testPlatform } from '../testing/platform.ts'
import { type FakeEngine, fakeEngine } from '../testing/rollout/fake-engine.ts'
import type { Loop } from './loop.ts'
import { startRollout } from './rollout.ts'

const { platform: still } = await testPlatform()
const warned: { text: string; reason?: unknown }[] = []
const log: Log = Object.assign(Object.create(silentLog), {
  warn: (facts: { reason?: unknown }, text: string) => warned.push({ text, reason: facts.reason }),
})
const platform = { ...still, clock: systemClock, log }
const { db } = platform

const times: CareTimes = {
  ...careTimes,
  probeStartingMs: 5,
  probeEveryMs: 20,
  startLimitMs: 20_000,
  drainMs: 30,
  stopGraceMs: 10,
  backoffMinMs: 5,
  backoffMaxMs: 40,
  lingerMs: 150,
  lookEveryMs: 10,
}

const running: Loop[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((loop) => loop.stop()))
  // Tests share the database, not each other's deployments.
  await db.updateTable('installation').set({ state: 'UNINSTALLED' }).execute()
  await db.updateTable('release').set({ state: 'SUPERSEDED' }).where('state', 'in', ['CHECKED', 'LIVE']).execute()
  await db.updateTable('instance').set({ forgotten: true }).execute()
  await db.updateTable('deployment').set({ state: 'STOPPED', lease_until: null }).execute()
})

function rollout(engine: FakeEngine, more: Partial<Runner> = {}): Loop {
  const runner: Runner = {
    engine,
    probeHealth: (address) => engine.probeHealth(address),
    times,
    holder: newId('wrk'),
    refusal: null,
    imageOf: async () => ({ digest: 'sha256:x', reference: 'x', credential: null, unpack: () => Promise.reject() }),
    outputMask: createOutputMasks(platform),
    ...more,
  }
  const loop = startRollout(platform, runner, { leaseMs: 3_000, sweepMs: 20 })
  running.push(loop)
  return loop
}

async function listing(): Promise<string> {
  const organizationId = newId('org')
  const id = newId('lst')
  await db.insertInto('organization').values({ id: organizationId, name: organizationId, title: 'Acme' }).execute()
  await db
    .insertInto('listing')
    .values({
      id,
      organization_id: organizationId,
      app_name: 'a',
      name: id,
      title: 'A',
      variant: 'connected',
      state: 'DRAFT',
    })
    .execute()
  await db
    .insertInto('image')
    .values({ listing_id: id, digest: 'sha256:x', media_type: 'x', bytes: Buffer.alloc(0), annotations: '{}' })
    .execute()
  return id
}

async function release(listingId: string, minor = 0): Promise<string> {
  const id = newId('rel')
  const manifest = JSON.stringify({ name: 'acme/a', version: `1.${minor}.0` })
  await db
    .insertInto('release')
    .values({
      id,
      listing_id: listingId,
      version: `1.${minor}.0`,
      major: 1,
      minor,
      patch: 0,
      manifest,
      manifest_text: manifest,
      image_digest: 'sha256:x',
      state: 'CHECKED',
    })
    .execute()
  return id
}

async function install(listingId: string, releaseId: string): Promise<string> {
  const id = newId('ins')
  const { organization_id } = await db
    .selectFrom('listing')
    .select('organization_id')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('installation')
    .values({
      id,
      organization_id,
      listing_id: listingId,
      tenant_id: 'ten_x',
      release_id: releaseId,
      state: 'RUNNING',
      route_id: id,
      test: true,
    })
    .execute()
  return id
}

const stateOf = async (id: string) => (await releaseById(db, id))?.state
const deploymentOf = async (id: string) => deploymentOfRelease(db, id)
const wait = { timeout: 60_000, interval: 10 }

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

it('fails a release that never becomes healthy, says why with its last lines, and leaves the former one serving', async () => {
  const engine = fakeEngine()
  rollout(engine, { times: { ...times, startLimitMs: 1_500 } })
  const app = await listing()
  const good = await release(app, 1)
  await install(app, good)
  await expect.poll(() => stateOf(good), wait).toBe('LIVE')
  engine.next.healthy = false
  const bad = await release(app, 2)
  await expect.poll(() => stateOf(bad), wait).toBe('FAILED')
  expect((await releaseById(db, bad))?.failure).toMatch(
    /did not answer GET \/health.* The last time, it answered 404\.[\s\S]*hello from 1\.2\.0/,
  )
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
  expect(engine.instances.size).toBe(0)
  await install(app, id)
  await expect.poll(async () => (await deploymentOf(id))?.state, wait).toBe('RUNNING')
})

it('takes back the instance of a deployment that somebody installs or returns to while it drains', async () => {
  const engine = fakeEngine()
  rollout(engine, { times: { ...times, drainMs: 60_000, startLimitMs: 1_000 } })
  const app = await listing()
  const [launched, returned] = [await release(app, 1), await release(app, 2)]
  for (const id of [launched, returned])
    await expect.poll(async () => (await deploymentOf(id))?.state, wait).toBe('STOPPING')
  const containers = [...engine.instances.keys()].sort()
  expect(containers).toHaveLength(2)
  const [former] = (await stateOf(returned)) === 'LIVE' ? [launched] : [returned]
  await install(app, launched)
  await rollbackRelease(platform, { id: former, listingId: app }, byPlatform)
  await expect.poll(async () => (await deploymentOf(launched))?.state, wait).toBe('RUNNING')
  await expect.poll(() => stateOf(former), wait).toBe('LIVE')
  expect([...engine.instances.keys()].sort()).toEqual(containers)
})

it('replaces an instance that crashed, and one that stopped answering; each counts as a restart and is logged', async () => {
  const engine = fakeEngine()
  rollout(engine)
  const app = await listing()
  const id = await release(app)
  await install(app, id)
  await expect.poll(() => stateOf(id), wait).toBe('LIVE')
  const [first] = [...engine.instances.entries()]
  Object.assign(first?.[1] ?? {}, { status: 'stopped', reason: 'It ended by itself with exit code 7.' })
  await expect.poll(async () => (await healthyAddresses(db, id))[0]?.instanceId, wait).not.toBe(first?.[0])
  await expect.poll(() => healthyAddresses(db, id), wait).toHaveLength(1)
  const [hung] = await healthyAddresses(db, id)
  Object.assign(engine.instances.get(hung?.instanceId ?? '') ?? {}, { healthy: false })
  await expect
    .poll(async () => (await healthyAddresses(db, id))[0]?.instanceId ?? hung?.instanceId, wait)
    .not.toBe(hung?.instanceId)
  expect((await deploymentOf(id))?.restarts).toBe(2)
  const failures = warned.filter(({ text }) => text === 'An instance of an application failed')
  expect(failures.map(({ reason }) => reason)).toContain('It ended by itself with exit code 7.')
  expect(warned.map(({ text }) => text)).toContain('An application has no healthy instance any more')
})

it('does not count an instance as healthy whose container is gone, and takes it back when the engine has another', async () => {
  const engine = fakeEngine()
  rollout(engine)
  const app = await listing()
  const id = await release(app)
  await install(app, id)
  await expect.poll(() => stateOf(id), wait).toBe('LIVE')
  const [first] = await healthyAddresses(db, id)
  const instance = engine.instances.get(first?.instanceId ?? '')
  Object.assign(instance ?? {}, { status: 'starting', waiting: 'No node of the cluster takes it.' })
  await expect.poll(() => healthyAddresses(db, id), wait).toEqual([])
  await expect.poll(async () => (await deploymentOf(id))?.state, wait).toBe('SICK')
  expect((await deploymentOf(id))?.reason).toBe('No node of the cluster takes it.')
  Object.assign(instance ?? {}, { status: 'running' })
  await expect.poll(() => healthyAddresses(db, id), wait).toEqual([first])
  await expect.poll(async () => (await deploymentOf(id))?.state, wait).toBe('RUNNING')
})

it('replaces an instance that got no other container in time', async () => {
  const engine = fakeEngine()
  rollout(engine, { times: { ...times, startLimitMs: 1_500 } })
  const app = await listing()
  const id = await release(app)
  await install(app, id)
  await expect.poll(() => stateOf(id), wait).toBe('LIVE')
  const [lost] = await healthyAddresses(db, id)
  Object.assign(engine.instances.get(lost?.instanceId ?? '') ?? {}, {
    status: 'starting',
    waiting: 'The cluster cannot pull its image.',
  })
  await expect
    .poll(async () => (await healthyAddresses(db, id)).map(({ instanceId }) => instanceId !== lost?.instanceId), wait)
    .toEqual([true])
  const row = await db
    .selectFrom('instance')
    .select('exit_reason')
    .where('id', '=', lost?.instanceId ?? '')
    .executeTakeFirst()
  expect(row?.exit_reason).toMatch(/not healthy within 2 s\. The cluster cannot pull its image/)
  await expect.poll(() => engine.instances.has(lost?.instanceId ?? ''), wait).toBe(false)
})

it('replaces instances of a former generation without a moment in which none is healthy', async () => {
  const engine = fakeEngine()
  rollout(engine)
  const app = await listing()
  const id = await release(app)
  await install(app, id)
  await expect.poll(() => stateOf(id), wait).toBe('LIVE')
  const [old] = await healthyAddresses(db, id)
  await db.updateTable('deployment').set({ generation: 2 }).where('release_id', '=', id).execute()
  await publishChanges(db as never, [{ topic: 'deployment', subject: (await deploymentOf(id))?.id ?? '' }])
  let healthy = 1
  await expect
    .poll(async () => {
      const now = await healthyAddresses(db, id)
      healthy = Math.min(healthy, now.length)
      return now.map((one) => one.instanceId)
    }, wait)
    .not.toContain(old?.instanceId)
  expect(healthy).toBe(1)
})

it('is taken over by another platform when the one that cared for it is gone', async () => {
  const engine = fakeEngine()
  const first = rollout(engine)
  const app = await listing()
  const id = await release(app)
  await install(app, id)
  await expect.poll(() => stateOf(id), wait).toBe('LIVE')
  const [kept] = await healthyAddresses(db, id)
  await first.stop()
  rollout(engine)
  await expect
    .poll(
      async () =>
        (await db.selectFrom('deployment').select('lease_holder').where('release_id', '=', id).executeTakeFirst())
          ?.lease_holder,
      wait,
    )
    .toBeTruthy()
  expect((await healthyAddresses(db, id))[0]?.instanceId).toBe(kept?.instanceId)
  expect(engine.instances.size).toBe(1)
})

it('of a worker that was killed is left alone until its lease ends, and is then taken over with its instance', async () => {
  const engine = fakeEngine()
  const first = rollout(engine)
  const app = await listing()
  const id = await release(app)
  await install(app, id)
  await expect.poll(() => stateOf(id), wait).toBe('LIVE')
  const [kept] = await healthyAddresses(db, id)
  await first.stop()
  const leaseEnds = new Date(Date.now() + 1_000)
  const dead = { lease_holder: 'wrk_killed', lease_until: leaseEnds }
  await db.updateTable('deployment').set(dead).where('release_id', '=', id).execute()
  rollout(engine)
  const holder = async () =>
    (await db.selectFrom('deployment').select('lease_holder').where('release_id', '=', id).executeTakeFirstOrThrow())
      .lease_holder
  await expect.poll(holder, wait).not.toBe('wrk_killed')
  expect(Date.now()).toBeGreaterThanOrEqual(leaseEnds.getTime())
  expect((await healthyAddresses(db, id))[0]?.instanceId).toBe(kept?.instanceId)
  expect(engine.instances.size).toBe(1)
})

it('stores what containers write once, with the secrets of publisher and customers hidden', async () => {
  const engine = fakeEngine()
  rollout(engine)
  const app = await listing()
  const id = await release(app)
  const installation = await install(app, id)
  await expect.poll(() => stateOf(id), wait).toBe('LIVE')
  const [instance] = engine.instances.values()
  const write = (text: string) => instance?.lines.push({ at: new Date(), stream: 'stderr', text })
  const { organization_id: owner } = await db
    .selectFrom('listing')
    .select('organization_id')
    .where('id', '=', app)
    .executeTakeFirstOrThrow()
  const sealed = await platform.vault.seal(owner, variableIdentity(app, 'TOKEN'), 'hush-hush-hush')
  await db.insertInto('variable').values({ listing_id: app, name: 'TOKEN', sealed }).execute()
  const [secret] = await sealSecrets(platform, { id: installation, organizationId: owner }, { key: 'the customer key' })
  if (secret !== undefined) await putSecret(db, installation, secret)
  write('a line with a \u0000 in it')
  write('variable hush-hush-hush, setting the customer key, token eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl!')
  write('\u001b[31mred\u001b[0m')
  write('broken by colours: \u001b[31mhush-\u001b[0mhush-hush')
  const texts = async () =>
    (await db.selectFrom('container_log').select('text').where('listing_id', '=', app).orderBy('id').execute()).map(
      (row) => row.text,
    )
  await expect
    .poll(texts, wait)
    .toEqual([
      'hello from 1.0.0',
      'a line with a  in it',
      'variable [secret], setting [secret], token [secret]!',
      '\u001b[31mred\u001b[0m',
      'broken by colours: [secret]',
    ])
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
