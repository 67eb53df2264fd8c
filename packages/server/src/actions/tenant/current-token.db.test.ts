import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insertMember } from '../../store/accounts/organizations.ts'
import { insertPerson } from '../../store/accounts/people.ts'
import { transaction } from '../../store/database/transaction.ts'
import { connectionsOf } from '../../store/tenant/connections.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import { createTokenCache } from '../../store/tenant/token-cache.ts'
import { scanDatabase } from '../../testing/database/scan-database.ts'
import { testSimulator } from '../../testing/outside/simulator.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { type TenantWorld, tenantWorld } from '../../testing/world/tenant-world.ts'
import { sealOwnCredentials, storeCredentials } from '../installation/installation-credentials.ts'
import { byPlatform } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { currentToken } from './current-token.ts'
import { readSchema } from './read-schema.ts'
import { replaceCredentials } from './replace-credentials.ts'

const { platform, clock, database } = await testPlatform({ allowAddresses: ['127.0.0.1'] })
const sim = await testSimulator({ clock: () => clock.now().getTime() })
const HOUR = 3_600_000
let world: TenantWorld
let tenant: Tenant
let installation: string

/** The same platform as another process would see it: same database, memory of its own. */
const otherProcess = (): Platform => ({ ...platform, tokens: createTokenCache(platform.changes) })

const signIns = () => sim.simulation.log.list().filter((item) => item.url.includes('/account/authenticate')).length

beforeAll(async () => {
  world = await tenantWorld(platform)
  const now = clock.now()
  await insertPerson(platform.db, {
    id: 'per_admin',
    email: 'admin@example.test',
    name: 'Admin',
    passwordHash: null,
    platformRole: null,
    now,
  })
  await insertMember(platform.db, {
    organizationId: world.organization.id,
    personId: 'per_admin',
    role: 'admin',
    now,
  })
})

afterEach(async () => {
  await sim.turn('POST', '/_sim/reset')
  clock.advance(25 * HOUR)
})

async function fresh(): Promise<void> {
  tenant = await world.connect(sim.connected())
  installation = await world.install(tenant, {})
  sim.simulation.log.clear()
}

async function reads(): Promise<number> {
  const outcome = await currentToken(platform, installation)
  if (outcome.kind !== 'token') throw new Error(outcome.kind)
  const response = await fetch(`${sim.ready.connected.apiUrl}/products/`, {
    headers: { authorization: outcome.token.reveal() },
  })
  return response.status
}

describe('the token of an installation', () => {
  it('is obtained with the data credentials, once, and then comes from memory', async () => {
    await fresh()
    expect(await reads()).toBe(200)
    for (let i = 0; i < 5; i++) await currentToken(platform, installation)
    expect(signIns()).toBe(1)
  })

  it('is obtained by one of many that ask at once, in all processes', async () => {
    await fresh()
    const processes = [platform, otherProcess(), otherProcess()]
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, i) => currentToken(processes[i % 3] as Platform, installation)),
    )
    expect(new Set(outcomes.map((one) => (one.kind === 'token' ? one.token.reveal() : one.kind))).size).toBe(1)
    expect(signIns()).toBe(1)
  })

  it('is not obtained again by a process that looked for it just before another one kept it', async () => {
    await fresh()
    let renewals = 0
    const looks = new WeakSet<object>()
    /** Between what it saw and what it does about it another process obtains the token. */
    const slow = platform.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('"token"')) looks.add(queryId)
        return node
      },
      async transformResult({ result, queryId }) {
        if (looks.has(queryId) && renewals++ === 0) await currentToken(platform, installation)
        return result
      },
    })
    const outcome = await currentToken({ ...otherProcess(), db: slow }, installation)
    expect([outcome.kind, signIns()]).toEqual(['token', 1])
    expect(renewals).toBeGreaterThan(0)
  })

  it('is valid for at least two more minutes, and renewed ahead of its end', async () => {
    await fresh()
    await currentToken(platform, installation)
    clock.advance(23.2 * HOUR)
    const old = await currentToken(platform, installation)
    expect(old.kind === 'token' && old.expiresAt && old.expiresAt.getTime() - clock.now().getTime()).toBeGreaterThan(
      120_000,
    )
    await expect.poll(signIns).toBe(2)
    clock.advance(HOUR)
    expect(await reads()).toBe(200)
    expect(signIns()).toBe(2)
  })

  it('is refused in words when the credentials are, without trying again for fifteen minutes', async () => {
    await fresh()
    const user = sim.simulation.world.connected[0]?.users.find((one) => one.username === 'alice')
    if (user) user.password = 'changed'
    for (let i = 0; i < 4; i++) {
      expect(await currentToken(platform, installation)).toMatchObject({ kind: 'refused' })
      expect(await currentToken(otherProcess(), installation)).toMatchObject({ kind: 'refused' })
    }
    expect(signIns()).toBe(1)
    expect(user?.locked).toBe(false)
    const told = await platform.db.selectFrom('notification').select('kind').execute()
    expect(told).toEqual([{ kind: 'credentials.refused' }])
    clock.advance(15 * 60_000)
    expect(await currentToken(platform, installation)).toMatchObject({ kind: 'refused' })
    expect(signIns()).toBe(2)
    await replaceCredentials(platform, tenant, { data: { username: 'alice', password: 'changed' } }, byPlatform)
    expect(await currentToken(platform, installation)).toMatchObject({ kind: 'token' })
  })

  it('goes on while the policy system is away, as long as it lives', async () => {
    await fresh()
    await currentToken(platform, installation)
    await sim.turn('PUT', '/_sim/mood', { down: true })
    clock.advance(23.5 * HOUR)
    expect(await currentToken(platform, installation)).toMatchObject({ kind: 'token' })
    expect(await currentToken(otherProcess(), installation)).toMatchObject({ kind: 'token' })
    clock.advance(0.6 * HOUR)
    expect(await currentToken(platform, installation)).toMatchObject({
      kind: 'unavailable',
      retryAfterSeconds: expect.any(Number),
    })
    await sim.turn('PUT', '/_sim/mood', {})
    clock.advance(60_000)
    expect(await reads()).toBe(200)
  })

  it('is not handed out once spent, though the renewal that failed began while it lived', async () => {
    await fresh()
    await currentToken(platform, installation)
    await sim.turn('PUT', '/_sim/mood', { down: true })
    clock.advance(23.5 * HOUR)
    // Hands out the living token and begins to renew it; the asker that joins the renewal comes when it is spent.
    expect(await currentToken(platform, installation)).toMatchObject({ kind: 'token' })
    clock.advance(0.6 * HOUR)
    expect(await currentToken(platform, installation)).toMatchObject({ kind: 'unavailable' })
  })

  it('that was revoked is noticed while it is in use, and renewed', async () => {
    await fresh()
    expect(await reads()).toBe(200)
    await sim.turn('POST', '/_sim/expire-tokens')
    clock.advance(5_000)
    await expect.poll(reads).toBe(200)
    expect(signIns()).toBe(2)
  })

  it('is replaced in every process when the credentials are', async () => {
    await fresh()
    const other = otherProcess()
    await currentToken(other, installation)
    await replaceCredentials(platform, tenant, { data: sim.ready.connected.client }, byPlatform)
    const client = await currentToken(platform, installation)
    await expect
      .poll(async () => {
        const outcome = await currentToken(other, installation)
        return outcome.kind === 'token' && client.kind === 'token' && outcome.token.reveal() === client.token.reveal()
      })
      .toBe(true)
  })

  it('does not wait for others who have locked the tenant; how the sign-in went is noted afterwards', async () => {
    await fresh()
    clock.advance(1000)
    await transaction(platform.db, async (trx) => {
      await trx.selectFrom('tenant').select('id').where('id', '=', tenant.id).forUpdate().execute()
      expect(await currentToken(platform, installation)).toMatchObject({ kind: 'token' })
    })
    const noted = async () => (await connectionsOf(platform.db, [tenant.id])).get(tenant.id)
    await expect.poll(noted).toMatchObject({ checkedAt: clock.now(), trouble: null })
  })

  it('that is refused to credentials of the installation says nothing about the connection of its tenant', async () => {
    await fresh()
    const rows = await sealOwnCredentials(platform, tenant, installation, { data: sim.ready.connected.client })
    await transaction(platform.db, (trx) => storeCredentials(trx, rows))
    for (const client of sim.simulation.world.connected[0]?.clients ?? []) client.clientId = 'renamed'
    expect(await currentToken(platform, installation)).toMatchObject({ kind: 'refused' })
    const connections = await connectionsOf(platform.db, [tenant.id])
    expect(connections.get(tenant.id)).toMatchObject({ trouble: null })
  })

  it('comes from its own credentials where the installation brought some', async () => {
    const enterprise = await world.connect(sim.enterprise())
    const own = await world.install(enterprise, {})
    const shared = await world.install(enterprise, {})
    const second = sim.simulation.world.enterprise[0]?.tokens[1]?.token ?? ''
    const rows = await sealOwnCredentials(platform, enterprise, own, { token: second })
    await transaction(platform.db, (trx) => storeCredentials(trx, rows))
    const [mine, theirs] = [await currentToken(platform, own), await currentToken(platform, shared)]
    expect(mine.kind === 'token' && mine.token.reveal()).toBe(second)
    expect(theirs.kind === 'token' && theirs.token.reveal()).toBe(sim.ready.enterprise.token)
  })

  it('is as old in every process as the personal access token was entered', async () => {
    const own = await world.install(await world.connect(sim.enterprise()), {})
    const here = await currentToken(platform, own)
    clock.advance(HOUR)
    const there = await currentToken(otherProcess(), own)
    expect(here.kind === 'token' && here.obtainedAt).toBeInstanceOf(Date)
    expect(there).toMatchObject({ kind: 'token', obtainedAt: here.kind === 'token' && here.obtainedAt })
  })

  describe('that is a personal access token', () => {
    const tokens = () => sim.simulation.world.enterprise[0]?.tokens ?? []
    const asked = () => sim.simulation.log.list().filter((item) => item.url.endsWith('/auth/users/whoami')).length
    let own: string
    let enterprise: Tenant
    /** A process that has the token in memory. */
    let holder: Platform

    /** An installation whose token the policy system revoked, which was noticed when something was done with it. */
    async function revoked(): Promise<void> {
      enterprise = await world.connect(sim.enterprise())
      own = await world.install(enterprise, {})
      holder = otherProcess()
      for (const one of [platform, holder]) expect(await currentToken(one, own)).toMatchObject({ kind: 'token' })
      for (const token of tokens().slice(0, 1)) token.revoked = true
      await expect(readSchema(platform, enterprise, { refresh: true })).rejects.toMatchObject({
        code: 'tenant_credentials_refused',
      })
      sim.simulation.log.clear()
    }

    it('is not handed out while it is known to be refused, in any process, and nobody asks for fifteen minutes', async () => {
      await revoked()
      const refused = { kind: 'refused' }
      for (const one of [platform, otherProcess()]) expect(await currentToken(one, own)).toMatchObject(refused)
      await expect.poll(() => currentToken(holder, own)).toMatchObject(refused)
      clock.advance(14 * 60_000)
      expect(await currentToken(platform, own)).toMatchObject(refused)
      expect(asked()).toBe(0)
    })

    it('is shown to the policy system after that, and handed out again only when it is accepted', async () => {
      await revoked()
      clock.advance(15 * 60_000)
      expect(await currentToken(platform, own)).toMatchObject({ kind: 'refused' })
      expect(await currentToken(platform, own)).toMatchObject({ kind: 'refused' })
      expect(asked()).toBe(1)
      clock.advance(15 * 60_000)
      await sim.turn('PUT', '/_sim/mood', { down: true })
      expect(await currentToken(platform, own)).toMatchObject({ kind: 'unavailable' })
      await sim.turn('PUT', '/_sim/mood', {})
      for (const token of tokens()) token.revoked = false
      expect(await currentToken(platform, own)).toMatchObject({ kind: 'token' })
      expect(await currentToken(otherProcess(), own)).toMatchObject({ kind: 'token' })
    })

    it('is handed out again as soon as another one is entered, in every process', async () => {
      const other = otherProcess()
      await revoked()
      expect(await currentToken(other, own)).toMatchObject({ kind: 'refused' })
      const second = tokens()[1]?.token ?? ''
      await replaceCredentials(platform, enterprise, { token: second }, byPlatform)
      for (const one of [platform, other]) {
        const outcome = await currentToken(one, own)
        expect(outcome.kind === 'token' && outcome.token.reveal()).toBe(second)
      }
    })

    it('is not remembered by a process that looked just before the refusal was noted', async () => {
      const late = otherProcess()
      enterprise = await world.connect(sim.enterprise())
      own = await world.install(enterprise, {})
      let looks = 0
      const slow = platform.db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          const [row] = result.rows as { refusedAt?: unknown }[]
          if (row && 'refusedAt' in row && looks++ === 1) {
            for (const token of tokens().slice(0, 1)) token.revoked = true
            await readSchema(platform, enterprise, { refresh: true }).catch(() => undefined)
          }
          return result
        },
      })
      expect(await currentToken({ ...late, db: slow }, own)).toMatchObject({ kind: 'refused' })
      expect(looks).toBeGreaterThan(1)
      expect(await currentToken(late, own)).toMatchObject({ kind: 'refused' })
    })
  })

  it('is nowhere readable in the database', async () => {
    await fresh()
    const outcome = await currentToken(platform, installation)
    const token = outcome.kind === 'token' ? outcome.token.reveal() : ''
    expect(token).toMatch(/^ey/)
    expect(await scanDatabase(database.pool, token)).toEqual([])
    expect(JSON.stringify(outcome)).not.toContain(token)
  })
})
