import { expect, it } from 'vitest'
import { sealSecrets } from '../actions/installation/stored-configuration.ts'
import { variableIdentity } from '../actions/listing/open-variables.ts'
import { publishChanges } from '../store/database/changes.ts'
import { healthyAddresses } from '../store/deployment/instances.ts'
import { putSecret } from '../store/installation/secrets.ts'
import { fakeEngine } from '../testing/rollout/fake-engine.ts'
import { rollouts, wait } from '../testing/rollout/rollouts.ts'

const { platform, db, times, warned, rollout, listing, release, install, stateOf, deploymentOf } = await rollouts()

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

it('tells an instance where it reports telemetry and lets it reach that; where nothing is taken, neither', async () => {
  const { addresses } = platform
  const { otlpUrl } = addresses
  const startedWith = async () => {
    const engine = fakeEngine()
    const { stop } = rollout(engine)
    const app = await listing()
    const id = await release(app)
    await install(app, id)
    await expect.poll(() => stateOf(id), wait).toBe('LIVE')
    await stop()
    return [...engine.instances.values()][0]?.spec
  }
  expect(await startedWith()).toMatchObject({
    otlp: expect.stringMatching(/^http:\/\/127\.0\.0\.1:7075\/otlp\/[\w-]+$/),
    allowAddresses: expect.arrayContaining([new URL(otlpUrl).host]),
  })
  addresses.otlpUrl = ''
  const untold = await startedWith()
  addresses.otlpUrl = otlpUrl
  expect(untold).not.toHaveProperty('otlp')
  expect(untold?.allowAddresses).not.toContain(new URL(otlpUrl).host)
})

it('does not count an instance as healthy whose container is gone, takes it back when the engine has another, and counts a restart', async () => {
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
  expect((await deploymentOf(id))?.restarts).toBe(1)
  expect(warned).toContainEqual({
    text: 'An instance of an application failed',
    reason: 'No node of the cluster takes it.',
  })
})

it('replaces an instance that got no other container in time', async () => {
  const engine = fakeEngine()
  const patient = rollout(engine)
  const app = await listing()
  const id = await release(app)
  await install(app, id)
  await expect.poll(() => stateOf(id), wait).toBe('LIVE')
  await patient.stop()
  rollout(engine, { times: { ...times, startLimitMs: 1_500 } })
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
