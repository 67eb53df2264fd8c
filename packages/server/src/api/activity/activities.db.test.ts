import { beforeAll, describe, expect, it } from 'vitest'
import { createLocatorRecorder } from '../../actions/activity/locator-recorder.ts'
import { silentLog } from '../../lib/log.ts'
import { insertCalls } from '../../store/call/calls.ts'
import { insertTenantCalls } from '../../store/relay/tenant-calls.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testWorld } from '../../testing/world/world.ts'

const POLICY = '100002122'
const HOOK_REQUEST = newId('req', new Date(0))
const QUOTE = '3f1c2a9e-8c1d-4f5e-9b7a-0d2c4e6f8a1b'

let api: TestApi
let owner: string
let operator: string
let stranger: string
let installationId: string
let organizationId: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  api = await testApi()
  const organization = await api.organization('customer')
  organizationId = organization.id
  const person = await api.person({ role: 'owner', organization })
  owner = person.authorization
  operator = (await api.person({ platformRole: 'operator' })).authorization
  stranger = (await api.person({ role: 'owner', organization: await api.organization('other') })).authorization
  const world = await testWorld(api, organization, person.id)
  installationId = world.installations ?? ''
  const { pool } = api.database
  await pool.query('delete from event')
  await pool.query('delete from call')
  const at = (minutes: number) => new Date(api.platform.clock.now().getTime() - minutes * 60_000)
  const place = { installationId, organizationId, listingId: world.listings ?? '' }
  ids.event = newId('evt', at(50))
  await pool.query(
    `insert into event (id, installation_id, organization_id, listing_id, path, type, size, received_at, state, due_at, attempt_count,
       last_status, reason, content_type, traceparent, body, settled_at)
     values ($1, $2, $3, $4, '/hooks', 'policy.issue', 12, $5, 'DEAD', $5, 2, 503, 'exhausted', 'application/json', $6, '\\x01', $5)`,
    [ids.event, installationId, organizationId, place.listingId, at(50), `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`],
  )
  await pool.query(
    `insert into attempt (id, event_id, number, at, duration_ms, status) values ('att_1', $1, 1, $2, 40, 503), ('att_2', $1, 2, $2, 2500, 503)`,
    [ids.event, at(49)],
  )
  ids.call = newId('cal', at(40))
  const call = { ...place, method: 'POST', instanceId: null, traceId: null, requestSize: 9, answerSize: 9 }
  const rated = { ...call, kind: 'rater' as const, path: '/rate', at: at(40), durationMs: 900, fallback: null }
  await insertCalls(pool, [{ ...rated, id: ids.call, status: 200, code: null, requestId: 'proxy-7' }])
  ids.tenantCall = newId('tcl', at(30))
  const asked = { ...place, releaseId: world.releases ?? '', method: 'GET', path: `/policy/${POLICY}`, at: at(30) }
  const sizes = { requestSize: 0, answerSize: 20, requestId: ids.tenantCall.replace('tcl', 'req'), traceId: 'trace' }
  await insertTenantCalls(pool, [{ ...asked, ...sizes, id: ids.tenantCall, status: 404, code: null, durationMs: 12 }])
  ids.hook = newId('ent', at(20))
  await pool.query(
    `insert into installation_entry (id, installation_id, at, kind, level, message, details)
     values ($1, $2, $3, 'hook', 'info', 'The "install" hook answered 200.', $4)`,
    [
      ...[ids.hook, installationId, at(20)],
      { hook: 'install', status: 200, durationMs: 31, traceId: 'c'.repeat(32), requestId: HOOK_REQUEST },
    ],
  )
  const recorder = createLocatorRecorder(pool, silentLog)
  const entry = { organizationId, installationId, variant: 'connected' as const }
  const body = (value: object) => ({ body: Buffer.from(JSON.stringify(value)) })
  recorder.note({ ...entry, entryId: ids.event, of: body({ data: { policyLocator: POLICY, quoteLocator: QUOTE } }) })
  recorder.note({ ...entry, entryId: ids.call, of: body({ policy: { locator: POLICY } }) })
  recorder.note({ ...entry, entryId: ids.tenantCall, of: { path: asked.path } })
  // The same entry twice, as a repeated webhook has it.
  recorder.note({ ...entry, entryId: ids.event, of: body({ data: { policyLocator: POLICY } }) })
  await recorder.drain()
  ids.delivery = ids.event.replace('evt', 'dlv')
})

const list = async (query: object) => {
  const answer = await api.as(owner).listActivity({ params: { id: installationId }, query })
  return answer.items.map((one) => one.kind)
}

describe('the activity of an installation', () => {
  it('holds deliveries, calls, tenant calls and hooks, newest first', async () => {
    const { items } = await api.as(owner).listActivity({ params: { id: installationId } })
    expect(items.map((one) => [one.kind, one.id, one.outcome, one.status, one.durationMs])).toEqual([
      ['hook', ids.hook, 'ok', 200, 31],
      ['tenant-call', ids.tenantCall, 'failed', 404, 12],
      ['rater', ids.call, 'ok', 200, 900],
      ['delivery', ids.delivery, 'failed', 503, 2500],
    ])
    expect(items[0]).toMatchObject({ traceId: 'c'.repeat(32), requestId: HOOK_REQUEST })
    expect(items.at(-1)).toMatchObject({
      name: 'policy.issue',
      attempts: 2,
      traceId: 'a'.repeat(32),
      code: 'exhausted',
    })
    expect(items.at(-1)?.locators).toEqual([
      { kind: 'policy', locator: POLICY },
      { kind: 'quote', locator: QUOTE },
    ])
  })

  it.each([
    ['the locator of a policy', { locator: POLICY }, ['tenant-call', 'rater', 'delivery']],
    ['the locator of a quote', { locator: QUOTE }, ['delivery']],
    ['no locator anybody named', { locator: '1' }, []],
    ['a kind', { kind: 'delivery' }, ['delivery']],
    ['calls of every kind', { kind: 'call' }, ['rater']],
    ['a part of the event name, in any case', { q: 'ISSUE' }, ['delivery']],
    ['a part of a path', { q: 'policy/1000' }, ['tenant-call']],
    ['the name of a hook', { q: 'install' }, ['hook']],
    ['a request id that a proxy gave', { requestId: 'proxy-7' }, ['rater']],
    ['a trace', { traceId: 'trace' }, ['tenant-call']],
    ['the trace of a delivery', { traceId: 'a'.repeat(32) }, ['delivery']],
    ['the trace of a hook', { traceId: 'c'.repeat(32) }, ['hook']],
    ['the request id of a hook', { requestId: HOOK_REQUEST }, ['hook']],
    ['an outcome', { outcome: 'failed' }, ['tenant-call', 'delivery']],
    ['a class of statuses', { status: '4xx' }, ['tenant-call']],
    ['a duration', { minDurationMs: 900 }, ['rater', 'delivery']],
    ['several at once', { locator: POLICY, outcome: 'failed', kind: 'delivery' }, ['delivery']],
  ])('is narrowed by %s', async (_what, query, kinds) => {
    expect(await list(query)).toEqual(kinds)
  })

  it('is narrowed by time and by our own request ids', async () => {
    const { items } = await api.as(owner).listActivity({ params: { id: installationId } })
    const [hook, tenantCall] = items
    expect(await list({ from: tenantCall?.at ?? '', to: hook?.at ?? '' })).toEqual(['tenant-call'])
    expect(await list({ requestId: ids.tenantCall?.replace('tcl', 'req') })).toEqual(['tenant-call'])
    expect(await list({ requestId: `${ids.delivery}-2` })).toEqual(['delivery'])
  })

  it('is read page by page without a gap, in both orders', async () => {
    for (const sort of ['at', '-at'] as const) {
      const kinds: string[] = []
      let cursor: string | null = null
      do {
        const query = { sort, limit: 1, ...(cursor === null ? {} : { cursor }) }
        const page: { items: { kind: string }[]; next: string | null } = await api
          .as(owner)
          .listActivity({ params: { id: installationId }, query })
        kinds.push(...page.items.map((one) => one.kind))
        cursor = page.next
      } while (cursor !== null)
      const newest = ['hook', 'tenant-call', 'rater', 'delivery']
      expect(kinds).toEqual(sort === 'at' ? newest.toReversed() : newest)
    }
  })

  it('shows the headers of a request without keys and tokens', async () => {
    const read = (entry: string | undefined, as = owner) =>
      api.as(as).getActivity({ params: { id: installationId, entry: entry ?? '' } })
    const { request } = await read(ids.delivery)
    const headers = Object.fromEntries((request?.headers ?? []).map(({ name, value }) => [name, value]))
    expect(headers).toMatchObject({ 'x-MKT-key': '[masked]', 'webhook-id': ids.event, 'x-MKT-attempt': '2' })
    expect((await read(ids.tenantCall)).request).toEqual({
      method: 'GET',
      url: `https://policy.example.test/policy/${POLICY}`,
      headers: [{ name: 'authorization', value: 'Bearer [masked]' }],
    })
    // An operator sees no tenants.
    expect((await read(ids.tenantCall, operator)).request?.url).toBe('/policy/*')
    const tenantIn = async (entry: string | undefined, as: string) =>
      (await read(entry, as)).request?.headers.find(({ name }) => name === 'x-MKT-tenant')?.value
    for (const entry of [ids.delivery, ids.call]) {
      expect(await tenantIn(entry, owner)).toMatch(/^(?!\[masked]).+/)
      expect(await tenantIn(entry, operator)).toBe('[masked]')
    }
    expect((await read(ids.hook)).request).toBeNull()
    await expect(read(newId('cal'))).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is not exported by half: what the database cannot read is a problem before the first line', async () => {
    const url = `/api/v1/installations/${installationId}/activity/export?q=%00`
    const answer = await api.app.inject({ url, headers: { authorization: owner } })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'request_invalid' })
    expect(answer.headers['content-disposition']).toBeUndefined()
  })

  it('is exported as CSV under the same filters', async () => {
    const url = `/api/v1/installations/${installationId}/activity/export?kind=delivery`
    const answer = await api.app.inject({ url, headers: { authorization: owner } })
    expect(answer.headers['content-type']).toContain('text/csv')
    const lines = answer.body.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`policy.issue,failed,503,exhausted,2500,2,${ids.delivery}`)
    expect(lines[1]).toContain(`policy:${POLICY} quote:${QUOTE}`)
  })

  it('shows operators no locators, and does not find by them for operators', async () => {
    const params = { id: installationId }
    const { items } = await api.as(operator).listActivity({ params })
    expect(items.map((one) => one.locators)).toEqual([[], [], [], []])
    const one = await api.as(operator).getActivity({ params: { ...params, entry: ids.delivery ?? '' } })
    expect(one.locators).toEqual([])
    const url = `/api/v1/installations/${installationId}/activity/export`
    const headers = { authorization: operator }
    const csv = await api.app.inject({ url: `${url}?kind=delivery`, headers })
    expect(csv.body).toContain(ids.delivery)
    expect(csv.body).not.toContain(POLICY)
    const found = api.as(operator).listActivity({ params, query: { locator: POLICY } })
    await expect(found).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('locator') })
    expect((await api.app.inject({ url: `${url}?locator=${POLICY}`, headers })).statusCode).toBe(403)
  })

  it('shows operators the outline of the path of a tenant call, which may name a policy, and finds nothing by it', async () => {
    const params = { id: installationId }
    const { items } = await api.as(operator).listActivity({ params, query: { kind: 'tenant-call' } })
    expect(items).toMatchObject([{ name: 'GET /policy/*', path: '/policy/*' }])
    expect((await api.as(operator).listActivity({ params, query: { q: POLICY } })).items).toEqual([])
    expect(
      (await api.as(operator).listActivity({ params, query: { q: 'get', kind: 'tenant-call' } })).items,
    ).toHaveLength(1)
    const calls = (query: object) => api.as(operator).listTenantCalls({ params, query })
    expect((await calls({})).items).toMatchObject([{ path: '/policy/*' }])
    await expect(calls({ q: POLICY })).rejects.toMatchObject({ code: 'forbidden' })
    const url = `/api/v1/installations/${installationId}/activity/export`
    const csv = await api.app.inject({ url, headers: { authorization: operator } })
    expect(csv.body).toContain('GET /policy/*')
    expect(csv.body).not.toContain(POLICY)
  })

  it('is hidden from other organizations', async () => {
    const asked = api.as(stranger).listActivity({ params: { id: installationId } })
    await expect(asked).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a policy', () => {
  it('has everything that any application did to it, in order', async () => {
    const params = { org: 'customer', locator: POLICY }
    const named = await api.as(owner).getInstallation({ params: { id: installationId } })
    const { items } = await api.as(owner).getPolicyActivity({ params })
    expect(items.map((one) => one.kind)).toEqual(['delivery', 'rater', 'tenant-call'])
    const newest = await api.as(owner).getPolicyActivity({ params, query: { order: 'newest', limit: 2 } })
    expect(newest.items.map((one) => one.kind)).toEqual(['tenant-call', 'rater'])
    const query = { order: 'newest', limit: 2, cursor: newest.next ?? '' } as const
    expect((await api.as(owner).getPolicyActivity({ params, query })).items.map((one) => one.kind)).toEqual([
      'delivery',
    ])
    expect(new Set(items.map((one) => one.installationName))).toEqual(new Set([named.name]))
  })

  it('is handed on as CSV, in the order asked for, each line with its installation', async () => {
    const params = { org: 'customer', locator: POLICY }
    const named = await api.as(owner).getInstallation({ params: { id: installationId } })
    const csv = async (query: object) => {
      const answer: unknown = await api.as(owner).exportPolicyActivity({ params, query })
      return new TextDecoder()
        .decode(answer as Uint8Array)
        .trimEnd()
        .split('\r\n')
    }
    const [head, ...lines] = await csv({})
    expect(head?.split(',').at(-1)).toBe('installation')
    expect(lines.map((line) => line.split(',')[1])).toEqual(['delivery', 'rater', 'tenant-call'])
    expect(lines.every((line) => line.endsWith(named.name))).toBe(true)
    expect((await csv({ order: 'newest', kind: 'call' })).slice(1).map((line) => line.split(',')[1])).toEqual(['rater'])
    await expect(api.as(stranger).exportPolicyActivity({ params })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is found by the beginning of its locator; quotes and policies of others are not', async () => {
    const find = async (q: string, as = owner, org = 'customer') =>
      (await api.as(as).listPolicies({ params: { org }, query: { q } })).items
    expect(await find('1000')).toMatchObject([{ locator: POLICY, entries: 3, installations: 1 }])
    expect(await find('%')).toEqual([])
    expect(await find(QUOTE.slice(0, 4))).toEqual([])
    expect(await find('1000', stranger, 'other')).toEqual([])
    await expect(find('1000', stranger)).rejects.toMatchObject({ code: 'not_found' })
    await expect(find('1000', operator)).rejects.toMatchObject({
      code: expect.stringMatching(/^(forbidden|not_found)$/),
    })
  })
})

it('deliveries are sent again by the policy they concern and by words; how many is known before', async () => {
  const replay = (body: object) => api.as(owner).replayDeliveries({ params: { id: installationId }, body })
  const count = (query: object) => api.as(owner).countReplay({ params: { id: installationId }, query })
  expect(await count({ locator: '1' })).toEqual({ count: 0, more: false })
  expect(await count({ locator: POLICY, q: 'issue' })).toEqual({ count: 1, more: false })
  expect(await replay({ locator: '1' })).toEqual({ count: 0 })
  expect(await replay({ q: 'endorsement' })).toEqual({ count: 0 })
  expect(await replay({ locator: POLICY, q: 'issue' })).toEqual({ count: 1 })
  expect(await list({ kind: 'delivery', outcome: 'retrying' })).toEqual(['delivery'])
})
