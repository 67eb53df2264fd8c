import type { Client } from '@mkt/contract/client'
import { Failure } from '@mkt/contract/errors'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { beatProcess } from '../../store/platform/processes.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testListings } from '../../testing/world/listings.ts'
import { startPresence } from '../../workers/presence.ts'

let api: TestApi
let northwind: Organization
let operator: Client
let customer: Client
let refs: { listingId: string; releaseId: string }
let make: ReturnType<typeof testListings>

beforeAll(async () => {
  api = await testApi()
  make = testListings(api)
  const acme = await api.organization('acme')
  northwind = await api.organization('northwind')
  operator = api.as((await api.person({ platformRole: 'operator' })).authorization)
  customer = api.as((await api.person({ role: 'admin', organization: northwind })).authorization)
  const listingId = await make.listing(acme, 'PUBLIC')
  refs = { listingId, releaseId: await make.release(listingId, '1.0.0', { promoted: true }) }
})

/** An installation whose deliveries are paused, with this number waiting. */
async function paused(cause: 'failing' | 'gone', minutesAgo: number, waiting: number): Promise<string> {
  const { db, clock } = api.platform
  const id = await make.installation(northwind, refs, false)
  const now = clock.now()
  const at = new Date(now.getTime() - minutesAgo * 60_000)
  await db
    .insertInto('route_health')
    .values({
      installation_id: id,
      failing_since: cause === 'failing' ? at : null,
      paused_at: cause === 'failing' ? at : null,
      gone_paths: JSON.stringify(cause === 'gone' ? { '/hook': { at, releaseId: refs.releaseId } } : {}),
      probe_at: cause === 'failing' ? now : null,
    })
    .execute()
  for (let count = 0; count < waiting; count += 1) {
    await db
      .insertInto('event')
      .values({
        id: newId('evt', now),
        installation_id: id,
        organization_id: northwind.id,
        listing_id: refs.listingId,
        path: '/hook',
        size: 0,
        received_at: now,
        due_at: now,
        state: 'WAITING',
      })
      .execute()
  }
  return id
}

describe('paused routes', () => {
  it('are listed for operators with cause, since when and how many wait, the latest first', async () => {
    const failing = await paused('failing', 60, 2)
    const gone = await paused('gone', 30, 0)
    const { items } = await operator.listPausedRoutes()
    expect(items.map((row) => row.installation.id)).toEqual([gone, failing])
    expect(items[1]).toMatchObject({
      routeId: failing,
      listing: { id: refs.listingId },
      organization: { name: 'northwind' },
      cause: 'failing',
      nextProbeAt: api.clock.now().toISOString(),
      waiting: 2,
    })
    expect(items[0]).toMatchObject({
      cause: 'gone',
      paths: ['/hook'],
      nextProbeAt: null,
      failingSince: null,
      waiting: 0,
    })
  })

  it('are paged, sorted and found by cause, organization and route', async () => {
    const first = await operator.listPausedRoutes({ query: { limit: 1, sort: '-waiting' } })
    expect(first.items).toMatchObject([{ waiting: 2 }])
    const second = await operator.listPausedRoutes({ query: { limit: 1, sort: '-waiting', cursor: first.next ?? '' } })
    expect(second).toMatchObject({ items: [{ waiting: 0 }], next: null })
    const count = async (query: object) => (await operator.listPausedRoutes({ query })).items.length
    expect(await count({ cause: 'gone' })).toBe(1)
    expect(await count({ q: 'NORTH' })).toBe(2)
    expect(await count({ q: first.items[0]?.routeId })).toBe(1)
    expect(await count({ q: 'nobody' })).toBe(0)
  })

  it('go on when an operator resumes them, which the audit of their organization tells', async () => {
    const id = await paused('failing', 10, 1)
    expect(await operator.resumeDeliveries({ params: { id } })).toEqual({ count: 1 })
    const { items } = await operator.listPausedRoutes()
    expect(items.map((row) => row.installation.id)).not.toContain(id)
    const audit = await customer.listAudit({ params: { org: 'northwind' }, query: { subject: id } })
    expect(audit.items).toMatchObject([{ action: 'delivery.resume', actor: { kind: 'person' } }])
  })
})

describe('the health of the platform', () => {
  it('names every process, what it holds and its engine, and a part without a process as down', async () => {
    const engine = { engine: 'sandbox', missing: [{ part: 'memory', reason: 'no cgroups' }], outside: true, notes: [] }
    const front = await startPresence(api.platform, ['api', 'gateway', 'state', 'relay'], () => ({}))
    const before = await operator.getHealth()
    expect(before).toMatchObject({ ready: false, database: 'up' })
    expect(before.parts.at(-1)).toEqual({ part: 'worker', state: 'down', processes: 0 })
    const back = await startPresence(api.platform, ['worker'], () => ({ engine, demo: 'done' }))
    const health = await operator.getHealth()
    expect(health.ready).toBe(true)
    expect(health.processes).toMatchObject([
      { roles: ['api', 'gateway', 'state', 'relay'], state: 'up', engine: null },
      { roles: ['worker'], state: 'up', engine: { ...engine, refusal: null }, demo: 'done' },
    ])
    await back.stop()
    await front.stop()
    expect(await operator.getHealth()).toMatchObject({ ready: false, processes: [] })
  })

  it('calls a process silent that was killed, and forgets it after an hour', async () => {
    const { db } = api.platform
    const killed = { id: 'prc_killed', host: 'one', roles: ['worker'], version: '1', report: {} }
    await beatProcess(db, killed)
    const seen = (secondsAgo: number) =>
      db
        .updateTable('process')
        .set({ seen_at: new Date(Date.now() - secondsAgo * 1000) })
        .execute()
    await seen(31)
    expect((await operator.getHealth()).processes).toMatchObject([{ id: 'prc_killed', state: 'silent' }])
    await seen(3601)
    await (await startPresence(api.platform, ['api'], () => ({}))).stop()
    expect((await operator.getHealth()).processes).toEqual([])
  })
})

describe('a copy in quarantine', () => {
  const report = {
    differences: ['database' as const],
    gatewayUrl: 'https://gateway.example.com',
    recordedGatewayUrl: 'https://gateway.example.com',
  }

  it('is read as ever and refuses changes, those of its operators included', async () => {
    const { platform } = api
    const free = platform.quarantine
    const refuse = () => {
      throw new Failure('quarantined', 'This platform is a copy.')
    }
    platform.quarantine = { ...free, active: true, report, refuse }
    try {
      await expect(customer.createTenant({ params: { org: northwind.name }, body: {} as never })).rejects.toMatchObject(
        {
          code: 'quarantined',
        },
      )
      expect(await customer.listInstallations({ params: { org: northwind.name } })).toBeDefined()
      await expect(customer.confirmTakeover({ body: { gatewayUrl: report.gatewayUrl } })).rejects.toMatchObject({
        code: 'forbidden',
      })
      await expect(
        operator.confirmTakeover({ body: { gatewayUrl: 'https://other.example.com' } }),
      ).rejects.toMatchObject({ code: 'takeover_refused' })
      expect(await operator.confirmTakeover({ body: { gatewayUrl: report.gatewayUrl } })).toEqual({
        gatewayUrl: report.gatewayUrl,
      })
      const { items } = await operator.listAllAudit({ query: { action: 'platform.confirm-takeover' } })
      expect(items).toMatchObject([{ action: 'platform.confirm-takeover', subject: { kind: 'platform' } }])
    } finally {
      platform.quarantine = free
    }
  })

  it('lets people sign in, and neither sign up nor make or join anything', async () => {
    const { platform } = api
    const free = platform.quarantine
    const refuse = () => {
      throw new Failure('quarantined', 'This platform is a copy.')
    }
    platform.quarantine = { ...free, active: true, report, refuse }
    const account = { email: 'new@acme.test', password: 'a password of mine', name: 'New' }
    try {
      const person = api.as((await api.person({})).authorization)
      const refused = {
        createOrganization: () => person.createOrganization({ body: { name: 'in-a-copy' } }),
        acceptInvitation: () => person.acceptInvitation({ body: { token: 'inv_invented' } }),
        changeProfile: () => person.changeProfile({ body: { name: 'Another' } }),
        signUp: () => api.as(undefined).signUp({ body: account as never }),
        requestPasswordReset: () => api.as(undefined).requestPasswordReset({ body: { email: account.email } }),
      }
      for (const [id, ask] of Object.entries(refused))
        await expect(ask(), id).rejects.toMatchObject({ code: 'quarantined' })
      await expect(
        api.as(undefined).signIn({ body: { email: account.email, password: account.password } }),
      ).rejects.toMatchObject({ code: 'credentials_wrong' })
    } finally {
      platform.quarantine = free
    }
  })

  it('is only where a process says so', async () => {
    await expect(operator.confirmTakeover({ body: { gatewayUrl: report.gatewayUrl } })).rejects.toMatchObject({
      code: 'takeover_refused',
    })
  })
})
