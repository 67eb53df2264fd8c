import type { Client } from '@mkt/contract/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { addTraffic } from '../../store/traffic/traffic.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testListings } from '../../testing/world/listings.ts'

let api: TestApi
let make: ReturnType<typeof testListings>
let acme: Organization
let northwind: Organization
let publisher: Client
let customer: Client
let operator: Client
let listingId: string
let first: string

beforeAll(async () => {
  api = await testApi()
  make = testListings(api)
  acme = await api.organization('acme')
  northwind = await api.organization('northwind')
  publisher = api.as((await api.person({ role: 'developer', organization: acme })).authorization)
  customer = api.as((await api.person({ role: 'viewer', organization: northwind })).authorization)
  operator = api.as((await api.person({ platformRole: 'operator' })).authorization)
  listingId = await make.listing(acme, 'PUBLIC')
  first = await make.release(listingId, '1.0.0', { promoted: true, approvedAt: api.clock.now() })
})

const install = (test = false) => make.installation(northwind, { listingId, releaseId: first }, test)
const update = (id: string, change: object) =>
  api.platform.db.updateTable('installation').set(change).where('id', '=', id).execute()
const overview = (who: Client) => who.getOverview({ params: { org: 'northwind' } })

describe('the overview of an organization', () => {
  it('says that everything is well where nothing fails, and what a new organization has not done yet', async () => {
    expect(await overview(customer)).toEqual({
      installations: { total: 0, running: 0 },
      tenants: 0,
      lastActivityAt: null,
      installedListings: [],
      incidents: [],
      updates: [],
    })
    await install()
    expect(await overview(customer)).toMatchObject({
      installations: { total: 1, running: 1 },
      tenants: 1,
      installedListings: [listingId],
      incidents: [],
    })
  })

  it('names each installation that fails with its cause, since when and its remedy, tests last', async () => {
    const test = await install(true)
    await update(test, { state: 'ERROR', reason: 'It never started.' })
    const refused = await install()
    const { tenantId } = await customer.getInstallation({ params: { id: refused } })
    await api.platform.db
      .insertInto('credential')
      .values({ id: newId('crd'), tenant_id: tenantId, kind: 'data', sealed: Buffer.of(), refused_at: new Date(0) })
      .execute()
    const away = await install()
    const { tenantId: awayId } = await customer.getInstallation({ params: { id: away } })
    const trouble = { trouble: 'unreachable' as const, trouble_reason: 'it is away', trouble_since: api.clock.now() }
    await api.platform.db.updateTable('tenant').set(trouble).where('id', '=', awayId).execute()
    const partly = await install()
    const { organizationId } = await customer.getInstallation({ params: { id: partly } })
    const counts = { requests: 9, failed: 4, classes: [], kind: 'delivery' as const, slot: api.clock.now() }
    await api.platform.db
      .insertInto('traffic')
      .values({ organization_id: organizationId, installation_id: partly, ...counts })
      .execute()
    const { incidents } = await overview(customer)
    expect(incidents.map(({ id, health }) => [id, health.code])).toEqual(
      expect.arrayContaining([
        [away, 'tenant_unreachable'],
        [partly, 'deliveries_failing'],
      ]),
    )
    expect(incidents.filter(({ health }) => health.state === 'failing')).toMatchObject([
      { id: refused, health: { state: 'failing', code: 'credentials_refused', since: new Date(0).toISOString() } },
      { id: test, test: true, health: { code: 'error', cause: 'It never started.', remedy: expect.any(String) } },
    ])
  })

  it('has a list of all incidents, and of those that fail', async () => {
    const { incidents } = await overview(customer)
    const list = async (health: 'incident' | 'failing' | 'degraded') =>
      (await customer.listInstallations({ params: { org: 'northwind' }, query: { health } })).items
    const failing = incidents.filter(({ health }) => health.state === 'failing').map(({ id }) => id)
    expect((await list('incident')).map(({ id }) => id).toSorted()).toEqual(incidents.map(({ id }) => id).toSorted())
    expect((await list('failing')).map(({ id }) => id).toSorted()).toEqual(failing.toSorted())
    expect((await list('degraded')).every(({ health }) => health.state === 'degraded')).toBe(true)
  })

  it('sorts installations by health, worst first, by failures of a day and by what they did last', async () => {
    const list = async (sort: '-health' | '-failed' | '-lastActivity') => {
      const all = {
        items: [] as Awaited<ReturnType<typeof customer.listInstallations>>['items'],
        next: '' as string | null,
      }
      while (all.next !== null) {
        const query = { sort, limit: 2, ...(all.next === '' ? {} : { cursor: all.next }) }
        const page = await customer.listInstallations({ params: { org: 'northwind' }, query })
        all.items.push(...page.items)
        all.next = page.next
      }
      return all.items
    }
    const ranks = { failing: 0, degraded: 1, healthy: 2, unknown: 3 }
    const byHealth = (await list('-health')).map(({ health }) => ranks[health.state])
    expect(byHealth).toEqual(byHealth.toSorted())
    expect(new Set(byHealth).size).toBeGreaterThan(2)
    const { incidents } = await overview(customer)
    const partly = incidents.find(({ health }) => health.code === 'deliveries_failing')
    expect((await list('-failed'))[0]?.id).toBe(partly?.id)
    expect((await list('-lastActivity'))[0]?.id).toBe(partly?.id)
  })

  it('offers the updates that somebody has to accept', async () => {
    const next = await make.release(listingId, '2.0.0', { promoted: true, approvedAt: api.clock.now() })
    const { updates } = await overview(customer)
    expect(updates[0]).toMatchObject({
      version: '1.0.0',
      offer: { releaseId: next, version: '2.0.0', reason: 'major' },
    })
  })

  it('is not for other organizations', async () => {
    await expect(overview(publisher)).rejects.toMatchObject({ status: 404 })
  })
})

describe('the overview of a publisher', () => {
  it('counts installations and failures by release, and says what is left until a listing is public', async () => {
    const draft = await make.listing(acme, 'DRAFT')
    const release = await make.release(draft, '0.1.0')
    const review = newId('rev')
    await api.platform.db
      .insertInto('review')
      .values({ id: review, listing_id: draft, release_id: release, state: 'OPEN', opened_by: 'per_1' })
      .execute()
    const running = await install()
    const count = { requests: 8, failed: 3, classes: [8, ...new Array<number>(13).fill(0)], slowestMs: 2 }
    await addTraffic(api.platform.db, {
      ...{ table: 'traffic', slot: api.clock.now(), kind: 'call' },
      counts: new Map([[running, { ...count, organizationId: acme.id }]]),
    })
    const { listings, reviews } = await publisher.getPublishingOverview({ params: { org: 'acme' } })
    expect(listings.map(({ id }) => id)).toEqual([listingId, draft])
    expect(listings[0]).toMatchObject({
      installations: 6,
      releases: [{ version: '1.0.0', installations: 6, failing: 1, requests: 17, failed: 7 }],
    })
    expect(listings[1]?.steps.filter(({ done }) => !done).map(({ step }) => step)).toEqual(['test', 'review', 'public'])
    expect(reviews).toMatchObject([{ id: review, state: 'OPEN', listing: { id: draft }, version: '0.1.0' }])
  })

  it('is not for the customers of its apps', async () => {
    await expect(customer.getPublishingOverview({ params: { org: 'acme' } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('the overview of the platform', () => {
  it('shows an operator signals, queues, instances, credentials and the installations that fail most', async () => {
    const { db } = api.platform
    const { id: tenantId } = await db
      .selectFrom('tenant')
      .select('id')
      .where('trouble', 'is', null)
      .executeTakeFirstOrThrow()
    // It failed while the policy system was away, which answers again since.
    const failed = { kind: 'integration' as const, sealed: Buffer.of(), last_failed_at: new Date() }
    await db
      .insertInto('credential')
      .values({ id: newId('crd'), tenant_id: tenantId, ...failed })
      .execute()
    const figures = await operator.getPlatformOverview()
    expect(figures.lastHour).toMatchObject({ requests: 17, failed: 7 })
    expect(figures.lastHour.points).toHaveLength(12)
    expect(figures.worst).toMatchObject([
      { organization: { name: 'northwind' }, requests: 9, failed: 4 },
      { organization: { name: 'northwind' }, requests: 8, failed: 3 },
    ])
    expect(figures.credentials).toEqual(
      expect.arrayContaining([
        { state: 'refused', count: 1 },
        { state: 'working', count: 1 },
      ]),
    )
    expect(figures.installations).toContainEqual({ state: 'RUNNING', count: 5 })
    expect(figures.database.bytes).toBeGreaterThan(0)
  })

  it('leads from a count to the installations of any organization behind it, and to deployments that do not work', async () => {
    const { db } = api.platform
    const found = async (query: NonNullable<NonNullable<Parameters<Client['listAllInstallations']>[0]>['query']>) =>
      (await operator.listAllInstallations({ query })).items
    const refused = await found({ trouble: 'refused' })
    expect(refused).toMatchObject([{ organization: { name: 'northwind' }, waiting: 0, dead: 0 }])
    const id = refused[0]?.id ?? ''
    const [now, states] = [api.clock.now(), ['DEAD', 'DEAD', 'WAITING'] as const]
    const of = { installation_id: id, organization_id: northwind.id, listing_id: listingId, path: '/hook', size: 0 }
    const events = states.map((state) => ({ ...of, id: newId('evt'), state, received_at: now, due_at: now }))
    await db.insertInto('event').values(events).execute()
    expect(await found({ trouble: 'dead' })).toMatchObject([{ id, dead: 2, waiting: 1 }])
    expect(await found({ trouble: 'waiting', listingId })).toMatchObject([{ id }])
    expect(await found({ state: 'ERROR' })).toHaveLength(1)
    expect(await found({ q: 'northw', sort: '-dead' })).toHaveLength(6)
    expect(await found({ q: 'nobody' })).toEqual([])
    const sick = newId('dep')
    const times = { starting_at: now, created_at: now, updated_at: now }
    await db
      .insertInto('deployment')
      .values({ ...{ id: sick, release_id: first, listing_id: listingId, state: 'SICK' as const }, ...times })
      .execute()
    const figures = await operator.getPlatformOverview()
    expect(figures.sick).toMatchObject([{ id: sick, state: 'SICK', listing: { id: listingId }, version: '1.0.0' }])
    // A deployment that works has an unhealthy instance.
    await db.updateTable('deployment').set({ state: 'RUNNING' }).where('id', '=', sick).execute()
    expect((await operator.getPlatformOverview()).sick).toEqual([])
    const instance = {
      id: newId('inst'),
      deployment_id: sick,
      generation: 1,
      engine: 'sandbox',
      since: now,
      created_at: now,
    }
    await db
      .insertInto('instance')
      .values({ ...instance, state: 'SICK' })
      .execute()
    expect((await operator.getPlatformOverview()).sick).toMatchObject([{ id: sick, state: 'RUNNING' }])
    expect(figures.events.apps).toMatchObject([{ id: listingId, waiting: 1 }])
  })

  it('is for operators alone', async () => {
    await expect(customer.getPlatformOverview()).rejects.toMatchObject({ status: 403 })
    await expect(customer.listAllInstallations({})).rejects.toMatchObject({ status: 403 })
  })
})
