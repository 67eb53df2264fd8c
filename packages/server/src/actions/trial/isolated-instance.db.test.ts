import { limits } from '@mkt/contract/limits'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { careTimes } from '../../domain/deployment/health.ts'
import { issueKey } from '../../domain/route/key.ts'
import { type Release, releaseById } from '../../store/release/releases.ts'
import { type RelayWorld, relayWorld, type StateRecord } from '../../testing/gateway/relay-world.ts'
import { type FakeEngine, fakeEngine } from '../../testing/rollout/fake-engine.ts'
import type { Runner } from '../deployment/runner.ts'
import type { OpenedEgress } from './isolated-egress.ts'
import { startIsolated } from './isolated-instance.ts'

let world: RelayWorld
let engine: FakeEngine
beforeAll(async () => {
  world = await relayWorld()
  engine = fakeEngine()
})

async function releaseOf(installationId: string): Promise<Release> {
  const { release } = await world.admin.getInstallation({ params: { id: installationId } })
  const found = await releaseById(world.platform.db, release.id)
  if (!found) throw new Error('no release')
  return found
}

/** How the engine is told to start a container of this release. */
async function startedWith(release: Release, opened: OpenedEgress | null = null) {
  const runner = {
    engine,
    probeHealth: async () => ({ well: true }),
    times: { ...careTimes, probeStartingMs: 1 },
    refusal: null,
    imageOf: async () => ({}) as never,
  } as unknown as Runner
  const signal = new AbortController().signal
  const started = await startIsolated(world.platform, runner, release, { instanceId: 'trib_1', signal, opened })
  const spec = engine.instances.get('trib_1')?.spec
  await started.stop()
  return spec
}

/** Where a container of a trial reads the state of an installation. */
async function stateOnTrial(installationId: string): Promise<string> {
  const { platform } = world
  const { keyEpoch: epoch } = await platform.db
    .selectFrom('installation')
    .select('key_epoch as keyEpoch')
    .where('id', '=', installationId)
    .executeTakeFirstOrThrow()
  const to = { installationId, releaseId: (await releaseOf(installationId)).id, epoch, isolated: true }
  const key = issueKey(platform.keyRing, to, platform.clock.now(), platform.policy.keyTtlSeconds)
  return `http://127.0.0.1:${world.state.port}/state/${key}`
}

/** What it is told there. */
async function recordOnTrial(installationId: string): Promise<StateRecord> {
  return (await (await fetch(await stateOnTrial(installationId))).json()) as StateRecord
}

async function ask({ platformApiUrl }: StateRecord, token: string, path: string, method = 'GET') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = method === 'GET' ? {} : { body: '{}' }
  const answer = await fetch(platformApiUrl + path, { method, headers, ...body })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

describe('a container of a trial or a shadow', () => {
  it('concurrent state reads use at most two database connections', async () => {
    const { db } = world.platform
    const url = await stateOnTrial(await world.launched())
    const statuses = await db.transaction().execute(async (trx) => {
      await sql`lock table installation in access exclusive mode`.execute(trx)
      const statuses: number[] = []
      const ask = async () => statuses.push((await fetch(url)).status)
      const asked = Promise.all(Array.from({ length: 30 }, ask))
      const reading = async () => {
        // Not in the transaction, which would see the first answer again; others wait for the table, too.
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query like '%installation.target_configuration as "targetConfiguration"%'`.execute(db)
        return rows[0]?.count ?? 0
      }
      let most = 0
      const isAnswered = async () => {
        // A transaction in which nothing happens is ended.
        await sql`select`.execute(trx)
        most = Math.max(most, await reading())
        return statuses.length
      }
      await expect.poll(isAnswered).toBe(30)
      await asked
      expect(most).toBe(limits.isolatedReads.value)
      return statuses
    })
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10)
    await expect.poll(async () => (await fetch(url)).status).toBe(200)
  })

  it('sends data nowhere: it reaches the relay alone, whatever its release declares and the operator enforces', async () => {
    const { platform } = world
    const relay = { host: '127.0.0.1', port: world.relay.port }
    const closed = { mode: 'enforce', hosts: [], endpoints: [relay] }
    const egress = [{ host: 'api.mail.example', purpose: 'sends notices' }]
    for (const part of [{}, { egress }]) {
      const release = await releaseOf(await world.launched(part))
      expect(await startedWith(release)).toMatchObject({
        egress: closed,
        allowAddresses: [`127.0.0.1:${world.relay.port}`],
      })
    }
    const mode = platform.policy.egress
    Object.assign(platform.policy, { egress: 'open' })
    expect(await startedWith(await releaseOf(await world.launched({ egress })))).toMatchObject({ egress: closed })
    Object.assign(platform.policy, { egress: mode })
    const nobody = await releaseOf(await world.launched({ tenantAccess: 'none' }))
    expect(await startedWith(nobody)).toMatchObject({ egress: { hosts: [], endpoints: [] }, allowAddresses: [] })
  })

  it('does not reach where telemetry is taken, and is not told of it, whatever the customer opened', async () => {
    const found = await releaseOf(await world.launched())
    const egress = [{ setting: 'url', purpose: 'sends notices' }]
    const release = { ...found, manifest: { ...found.manifest, platform: { egress } } }
    const { otlpUrl } = world.platform.addresses
    for (const opened of [null, { settings: { url: otlpUrl } }]) {
      const spec = await startedWith(release, opened)
      expect(spec).toMatchObject({ isolated: true })
      expect(spec).not.toHaveProperty('otlp')
      expect(JSON.stringify([spec?.egress, spec?.allowAddresses])).not.toContain(new URL(otlpUrl).port)
    }
  })

  it('reaches what its release declares where the customer opened it, and still not the policy system itself', async () => {
    const release = await releaseOf(
      await world.launched({ egress: [{ host: 'api.mail.example', purpose: 'sends notices' }] }),
    )
    const spec = await startedWith(release, { settings: {} })
    expect(spec?.egress?.hosts).toEqual([{ host: 'api.mail.example', port: 443 }])
    expect(spec?.egress?.endpoints).toEqual([{ host: '127.0.0.1', port: world.relay.port }])
  })

  it('reads the policy system through the relay and changes nothing there, whatever the customer lets live apps do', async () => {
    const id = await world.launched()
    for (const mode of ['off', 'read', 'write'] as const) {
      await world.setRelay(mode)
      const record = await recordOnTrial(id)
      expect(record.platformApiUrl).toBe(`http://127.0.0.1:${world.relay.port}/${id}`)
      expect((await ask(record, record.token, '/v1/ping/authorized')).status).toBe(200)
      const renewed = await ask(record, record.token, '/account/renewAuthentication', 'POST')
      world.sim.simulation.log.clear()
      for (const token of [record.token, renewed.body.authorizationToken as string])
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
          expect(await ask(record, token, '/policy', method)).toMatchObject({
            status: 403,
            body: { code: 'relay_read_only' },
          })
      expect(world.sim.simulation.log.list()).toEqual([])
    }
    await world.setRelay('off')
  })

  it('gets no token where its release asks for no access', async () => {
    const id = await world.launched({ tenantAccess: 'none' })
    expect(await recordOnTrial(id)).toMatchObject({ platformApiUrl: '', token: '' })
  })
})
