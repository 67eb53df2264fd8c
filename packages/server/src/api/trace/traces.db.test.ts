import { beforeAll, expect, test } from 'vitest'
import { withPrefix } from '../../lib/ids.ts'
import { testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testWorld } from '../../testing/world/world.ts'

const api = await testApi()
const { db } = api.platform
const traceId = '0af7651916cd43dd8448eb211c80319c'
const now = api.platform.clock.now()
const after = (ms: number) => new Date(now.getTime() + ms)
const ids = { event: newId('evt', now), call: newId('cal', now), tenantCall: newId('tcl', now) }
const requestId = `${withPrefix('dlv', ids.event)}-1`
let publisher: string
let customer: string
let stranger: string
let installationId = ''

beforeAll(async () => {
  const acme = await api.organization('acme')
  const northwind = await api.organization('northwind')
  const other = await api.organization('other')
  const author = await api.person({ role: 'developer', organization: acme })
  const manager = await api.person({ role: 'viewer', organization: northwind })
  publisher = author.authorization
  customer = manager.authorization
  stranger = (await api.person({ role: 'owner', organization: other })).authorization
  const app = await testWorld(api, acme, author.id)
  const own = await testWorld(api, northwind, manager.id)
  installationId = newId('ins', now)
  const refs = { organization_id: northwind.id, listing_id: app.listings ?? '' }
  const installed = {
    tenant_id: own.tenants,
    release_id: app.releases,
    route_id: newId('r', now),
    state: 'RUNNING',
    test: false,
  }
  await db
    .insertInto('installation')
    .values({ id: installationId, ...refs, ...installed } as never)
    .execute()
  const owner = { installation_id: installationId, ...refs }
  await db
    .insertInto('event')
    .values({
      id: ids.event,
      ...owner,
      path: '/hook',
      type: 'policy.issue',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      size: 2,
      received_at: now,
      due_at: now,
      state: 'DELIVERED',
    } as never)
    .execute()
  const attempt = { id: newId('att', now), event_id: ids.event, number: 1, at: after(10), duration_ms: 40, status: 500 }
  await db
    .insertInto('attempt')
    .values({
      ...attempt,
      organization_id: northwind.id,
      error: 'failed: Jane Doe',
      answer: null,
      instance_id: null,
      release_id: null,
    })
    .execute()
  const carried = { method: 'GET', status: 200, duration_ms: 5, request_size: 0, answer_size: 0, trace_id: traceId }
  await db
    .insertInto('call')
    .values({
      id: ids.call,
      ...owner,
      ...carried,
      kind: 'autofill',
      path: '/fill',
      at: after(30),
      request_id: withPrefix('req', ids.call),
    } as never)
    .execute()
  await db
    .insertInto('tenant_call')
    .values({
      id: ids.tenantCall,
      ...owner,
      ...carried,
      release_id: app.releases,
      path: '/policy/P-77',
      at: after(45),
      request_id: withPrefix('req', ids.tenantCall),
    } as never)
    .execute()
  await db
    .insertInto('installation_entry')
    .values({
      id: newId('ent', now),
      installation_id: installationId,
      at: after(60),
      kind: 'hook',
      level: 'info',
      message: 'The "install" hook answered 204 after 3 ms.',
      details: JSON.stringify({ hook: 'install', status: 204, durationMs: 3, traceId, requestId: newId('req', now) }),
    })
    .execute()
  const line = { listing_id: app.listings ?? '', deployment_id: app.deployments ?? '', instance_id: 'i' }
  for (const [text, ms] of [
    [`asked for a policy request=${requestId}`, 35],
    ['nothing to do with it', 36],
  ] as const)
    await db
      .insertInto('container_log')
      .values({ ...line, at: after(ms), stream: 'stdout', text })
      .execute()
})

const read = (authorization: string, id = traceId) => api.as(authorization).getTrace({ params: { id } })

test('a customer sees the way of a request through its installation, in order of time', async () => {
  const trace = await read(customer)
  expect(trace).toMatchObject({ traceId, startedAt: now.toISOString(), durationMs: 60, cut: false })
  expect(trace.steps.map(({ kind, offsetMs, durationMs }) => [kind, offsetMs, durationMs])).toEqual([
    ['event', 0, null],
    ['attempt', 10, 40],
    ['call', 25, 5],
    ['tenantCall', 40, 5],
    ['hook', 57, 3],
  ])
  expect(trace.steps[1]).toMatchObject({
    failed: true,
    requestId,
    installationId,
    title: expect.stringContaining('Jane'),
  })
  expect(trace.steps[3]?.title).toBe('GET /policy/P-77 answered 200')
})

test("a publisher sees the steps and its app's log lines, and neither the customer nor what was said", async () => {
  const trace = await read(publisher)
  expect(trace.steps.map(({ kind }) => kind)).toEqual(['event', 'attempt', 'call', 'log', 'tenantCall', 'hook'])
  expect(trace.steps[3]?.title).toContain(requestId)
  const text = JSON.stringify(trace)
  for (const hidden of [installationId, 'northwind', 'P-77', 'Jane', 'nothing to do with it'])
    expect(text).not.toContain(hidden)
})

test('an operator sees whose steps they are, and neither paths of the policy system nor what was said', async () => {
  const { authorization } = await api.person({ platformRole: 'operator' })
  const trace = await read(authorization)
  expect(trace.steps[3]).toMatchObject({ title: 'GET to the policy system answered 200', installationId })
  for (const hidden of ['P-77', 'Jane']) expect(JSON.stringify(trace)).not.toContain(hidden)
})

test('another organization gets the answer of a trace that does not exist', async () => {
  await expect(read(stranger)).rejects.toMatchObject({ code: 'not_found' })
  await expect(read(stranger, ids.event)).rejects.toMatchObject({ code: 'not_found' })
  await expect(read(customer, 'f'.repeat(32))).rejects.toMatchObject({ code: 'not_found' })
  await expect(read(customer, 'nothing')).rejects.toMatchObject({ code: 'not_found' })
})

test('every record of a trace names it, and the request id that the application was given', async () => {
  const names = [ids.event, requestId, ids.call, withPrefix('req', ids.call), ids.tenantCall]
  for (const name of names) expect((await read(customer, name)).traceId).toBe(traceId)
})
