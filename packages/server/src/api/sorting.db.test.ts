import { access, type Operation, type OperationId, operations } from '@mkt/contract/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../lib/ids.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { testWorld, type World } from '../testing/world.ts'

let api: TestApi
let world: World
let owner: string
let operator: string

/** More rows like one that is there, each with some columns of its own. */
async function more(table: string, id: string, changes: object[]): Promise<void> {
  for (const change of changes)
    await api.database.pool.query(
      `insert into ${table} select (jsonb_populate_record(one, $2)).* from ${table} one where id = $1`,
      [id, JSON.stringify(change)],
    )
}

const fresh = (prefix: string, minutes: number) =>
  newId(prefix, new Date(api.platform.clock.now().getTime() + minutes * 60_000))

beforeAll(async () => {
  api = await testApi()
  const acme = await api.organization('acme')
  const person = await api.person({ role: 'owner', organization: acme })
  owner = person.authorization
  operator = (await api.person({ platformRole: 'operator' })).authorization
  world = await testWorld(api, acme, person.id)
  for (const role of ['viewer', 'admin', 'developer'] as const) await api.person({ role, organization: acme })
  for (const name of ['zeta', 'beta']) await api.organization(name)
  await api.key(acme, ['manage'])
  const client = api.as(owner)
  for (const [appName, title] of [
    ['one', 'banana'],
    ['two', 'Apple'],
    ['three', 'apple'],
  ] as const)
    await client.createListing({ params: { org: 'acme' }, body: { appName, title, variant: 'connected' } })
  const { tenants = '', releases = '', deployments = '', reviews = '', installations = '' } = world
  await more('tenant', tenants, [
    { id: fresh('ten', 1), name: 'alpha' },
    { id: fresh('ten', 2), name: 'Zulu' },
  ])
  const versions = [9, 10].map((minor, index) => ({
    id: fresh('rel', index + 1),
    version: `1.${minor}.0`,
    minor,
    state: 'SUPERSEDED',
  }))
  await more('release', releases, versions)
  await more(
    'deployment',
    deployments,
    versions.map((release, index) => ({ id: fresh('dep', index), release_id: release.id, restarts: index })),
  )
  await more('review', reviews, [{ id: fresh('rev', 1), state: 'APPROVED', decided_at: new Date() }])
  await more('installation', installations, [
    { id: fresh('ins', 1), route_id: 'r_2', state: 'ERROR', release_id: versions[1]?.id },
    { id: fresh('ins', 2), route_id: 'r_3', state: 'STOPPED', release_id: versions[0]?.id },
  ])
  await more('event', (world.deliveries ?? '').replace('dlv', 'evt'), [
    { id: fresh('evt', 1), type: 'policy.issue', state: 'DEAD', last_status: 500, attempt_count: 3 },
    { id: fresh('evt', 2), type: 'claim.open', last_status: 200, attempt_count: 1 },
  ])
  await more('call', world.calls ?? '', [
    { id: fresh('cal', 1), duration_ms: 900, status: 504, kind: 'rater' },
    { id: fresh('cal', 2), duration_ms: 20 },
  ])
  await more('one_time_link', world.invitations ?? '', [
    { id: fresh('inv', 1), token_hash: '\\x01', email: 'a@example.test' },
    { id: fresh('inv', 2), token_hash: '\\x02', email: 'b@example.test', role: 'admin' },
  ])
  await api.database.pool.query(
    `insert into route_health (installation_id, paused_at, pause_reason) select id, now(), 'failing' from installation`,
  )
  for (const name of ['ONE', 'TWO', 'THREE'])
    await client.putVariable({ params: { id: world.listings ?? '', name }, body: { value: 'x' } })
  for (const [hour, reads] of [
    [0, 5],
    [1, 900],
    [2, 40],
  ])
    await api.database.pool.query(
      `insert into ledger (installation_id, release_id, hour, reads, first_at, last_at)
       select $1, $2, at, $4, at, at from (select timestamptz '2026-01-01Z' + $3 * interval '1 hour' as at) moment`,
      [installations, releases, hour, reads],
    )
})

interface Listed {
  items: object[]
  next: string | null
}

async function read(id: OperationId, query: Record<string, string | number>): Promise<Listed> {
  const operation = operations[id] as Operation
  const subject = world[operation.path.split('/')[1] ?? ''] ?? 'none'
  const path = operation.path.replace(/\{(id|org)\}/, subject)
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value))
  const { members, signedIn, person } = access[id]
  const isOperators = id === 'listOrganizations' || (!members && !signedIn && !person)
  const authorization = isOperators ? operator : owner
  const answer = await api.app.inject({ url: `/api/v1${path}?${asked}`, headers: { authorization } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function readAll(id: OperationId, query: Record<string, string>): Promise<object[]> {
  const items: object[] = []
  let next: string | null = null
  do {
    const page: Listed = await read(id, { ...query, limit: 2, ...(next === null ? {} : { cursor: next }) })
    items.push(...page.items)
    next = page.next
  } while (next !== null)
  return items
}

const orders = (Object.keys(operations) as OperationId[]).flatMap((id) => {
  const sort = (operations[id] as Operation).query?.shape.sort
  const words = sort === undefined ? [] : (sort as unknown as { unwrap(): { options: string[] } }).unwrap().options
  return words.filter((word) => !word.startsWith('-')).map((word) => ({ id, word }))
})

describe('every list', () => {
  it.each(orders)('$id sorted by $word has each row once over its pages, and the other way round', async (order) => {
    const { items } = await read(order.id, { sort: order.word, limit: 200 })
    expect(items.length).toBeGreaterThan(order.id === 'listSessions' ? 0 : 1)
    expect(await readAll(order.id, { sort: order.word })).toEqual(items)
    expect(await readAll(order.id, { sort: `-${order.word}` })).toEqual(items.toReversed())
  })
})

const client = () => api.as(owner)

describe('the order of a list', () => {
  it('takes upper and lower case as alike', async () => {
    const { items } = await client().listOrganizationListings({ params: { org: 'acme' }, query: { sort: 'title' } })
    expect(items.map((one) => one.title.toLowerCase())).toEqual(['apple', 'apple', 'banana', 'thing'])
  })

  it('puts version 1.10.0 after 1.9.0', async () => {
    const params = { id: world.listings ?? '' }
    const { items } = await client().listReleases({ params, query: { sort: 'version' } })
    expect(items.map((one) => one.version)).toEqual(['1.0.0', '1.9.0', '1.10.0'])
    const installed = await client().listInstallations({ params: { org: 'acme' }, query: { sort: '-version' } })
    expect(installed.items.map((one) => one.release.version)).toEqual(['1.10.0', '1.9.0', '1.0.0', '1.0.0'])
  })

  it('neither repeats nor loses a row when one that was shown moves behind the page', async () => {
    const first = await read('listCalls', { sort: 'durationMs', limit: 1 })
    const [shown] = first.items as { id: string }[]
    await api.database.pool.query('update call set duration_ms = 5000 where id = $1', [shown?.id])
    const rest = await read('listCalls', { sort: 'durationMs', cursor: first.next ?? '' })
    expect((rest.items as { durationMs: number }[]).map((one) => one.durationMs)).toEqual([20, 900, 5000])
  })

  it.each([
    ['of a list sorted otherwise', async () => (await read('listCalls', { sort: '-status', limit: 1 })).next],
    ['of a list that was not sorted', async () => (await read('listCalls', { limit: 1 })).next],
    ['with words where a number belongs', () => cursorOf(['status', 'many', 'cal_1'])],
    ['with a NUL character', () => cursorOf(['status', '\0', 'cal_1'])],
    ['with too little in it', () => cursorOf(['status'])],
  ])('refuses a cursor %s', async (_what, cursor) => {
    const query = new URLSearchParams({ sort: 'status', cursor: (await cursor()) ?? '' })
    const url = `/api/v1/installations/${world.installations}/calls?${query}`
    const answer = await api.app.inject({ url, headers: { authorization: owner } })
    expect(answer.json()).toMatchObject({ code: 'request_invalid', problems: [{ pointer: '/query/cursor' }] })
  })

  it('is one of those the list names', async () => {
    const url = '/api/v1/organizations/acme/tenants?sort=apiUrl'
    const answer = await api.app.inject({ url, headers: { authorization: owner } })
    expect(answer.json()).toMatchObject({ code: 'request_invalid', problems: [{ pointer: '/query/sort' }] })
  })
})

function cursorOf(parts: string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

describe('the words of a list', () => {
  it('find listings, tenants, installations, members and keys by what they contain', async () => {
    const params = { org: 'acme' }
    const listings = await client().listOrganizationListings({ params, query: { q: 'APP' } })
    expect(listings.items.map((one) => one.title).sort()).toEqual(['Apple', 'apple'])
    const tenants = await client().listTenants({ params, query: { q: 'zu' } })
    expect(tenants.items.map((one) => one.name)).toEqual(['Zulu'])
    expect((await client().listInstallations({ params, query: { q: 'thin' } })).items).toHaveLength(4)
    expect((await client().listInstallations({ params, query: { q: 'nothing%' } })).items).toHaveLength(0)
    expect((await client().listMembers({ params, query: { role: 'viewer' } })).items).toHaveLength(1)
    expect((await client().listMembers({ params, query: { q: 'person1@' } })).items).toHaveLength(1)
    expect((await client().listApiKeys({ params, query: { q: 'no such key' } })).items).toHaveLength(0)
  })
})
