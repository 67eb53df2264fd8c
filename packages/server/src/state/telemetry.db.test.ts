import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { limits } from '@mkt/contract/limits'
import { Registry } from 'prom-client'
import { beforeAll, expect, it } from 'vitest'
import { platformSecret } from '../actions/platform/platform-secret.ts'
import { telemetryToken } from '../domain/deployment/telemetry-token.ts'
import { issueKey } from '../domain/route/key.ts'
import { withPrefix } from '../lib/ids.ts'
import { insertTraceSpans } from '../store/trace/trace-spans.ts'
import { newId } from '../testing/platform/new-id.ts'
import { type LaunchWorld, launchWorld } from '../testing/world/launch-world.ts'
import { type StateServer, startStateServer } from './server.ts'
import { startTelemetryServer, type TelemetryServer } from './telemetry-server.ts'

let world: LaunchWorld
let state: StateServer
let server: TelemetryServer
let base: string
let installationId: string
let releaseId: string
let listingId: string
const traceId = '0af7651916cd43dd8448eb211c80319c'

const fields = [{ name: 'key', title: 'Key', type: 'Password' }] as const

beforeAll(async () => {
  world = await launchWorld()
  state = await startStateServer(world.platform, { host: '127.0.0.1', port: 0 })
  server = await startTelemetryServer(world.platform, { host: '127.0.0.1', port: 0 })
  const listing = await world.listing({ app: { fields: structuredClone(fields) as never } })
  ;({ id: listingId, releaseId } = listing)
  const key = await platformSecret(world.platform, 'telemetry')
  base = `http://127.0.0.1:${server.port}/otlp/${telemetryToken(key, releaseId)}`
  const made = await world.admin.launchApp({
    params: { org: 'northwind' },
    body: { listingId, tenantId: world.tenantId, settings: { key: 'planted-secret-value' } as never, mappings: [] },
  })
  installationId = made.id
  await world.reach(installationId, 'RUNNING')
  const { db, clock } = world.platform
  const id = newId('cal', clock.now())
  await db
    .insertInto('call')
    .values({
      id,
      installation_id: installationId,
      organization_id: world.customer.id,
      listing_id: listingId,
      method: 'POST',
      status: 200,
      duration_ms: 50,
      request_size: 0,
      answer_size: 0,
      trace_id: traceId,
      kind: 'rater',
      path: '/rate',
      at: clock.now(),
      request_id: withPrefix('req', id),
    } as never)
    .execute()
  return async () => {
    await server.stop()
    await state.stop()
  }
})

function spanOf(name: string, change: object = {}) {
  const startMs = BigInt(world.platform.clock.now().getTime())
  const times = {
    startTimeUnixNano: String(startMs * 1_000_000n),
    endTimeUnixNano: String((startMs + 7n) * 1_000_000n),
  }
  return { traceId, spanId: 'b7ad6b7169203331', name, kind: 1, ...times, ...change }
}
const requestOf = (...spans: object[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })
function post(path: string, body: string, headers: Record<string, string> = {}) {
  return fetch(`${base}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
}
const steps = async (client: LaunchWorld['admin']) => {
  await state.steps.flush()
  await server.steps.flush()
  return (await client.getTrace({ params: { id: traceId } })).steps
}

it('the state interface takes none: containers of trials and shadows reach it', async () => {
  const { pathname } = new URL(base)
  const answer = await fetch(`http://127.0.0.1:${state.port}${pathname}/v1/traces`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(404)
})

it('the port for telemetry serves nothing else', async () => {
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status
  expect(await ask('/healthz')).toBe(200)
  for (const path of ['/metrics', '/readyz', '/state/x', '/settings/x', '/']) expect(await ask(path), path).toBe(404)
})

it("an app's own spans and its reads of state appear in the trace of the request it answered", async () => {
  const { keyRing, policy, clock } = world.platform
  const key = issueKey(keyRing, { installationId, releaseId, epoch: 1 }, clock.now(), policy.keyTtlSeconds)
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  expect((await fetch(`http://127.0.0.1:${state.port}/state/${key}`, { headers })).status).toBe(200)
  const answer = await post('/v1/traces', requestOf(spanOf('geocode planted-secret-value', { status: { code: 2 } })))
  expect([answer.status, await answer.json()]).toEqual([200, { partialSuccess: {} }])
  const forPublisher = await steps(world.developer)
  expect(forPublisher.map(({ kind }) => kind).sort()).toEqual(['call', 'span', 'stateRead'])
  expect(forPublisher.find(({ kind }) => kind === 'span')).toMatchObject({ durationMs: 7, failed: true, listingId })
  expect(forPublisher.find(({ kind }) => kind === 'span')?.title).toMatch(/^geocode /)
  const forCustomer = await steps(world.admin)
  expect(forCustomer.find(({ kind }) => kind === 'span')).toMatchObject({ title: 'Step of the app', durationMs: 7 })
  expect(forCustomer.find(({ kind }) => kind === 'stateRead')).toMatchObject({ installationId, title: 'State read' })
  // One container serves many customers: its words are masked like its output.
  expect(JSON.stringify([forPublisher, forCustomer])).not.toContain('planted-secret-value')
})

it('a secret at the end of a long name is hidden whole', async () => {
  await post('/v1/traces', requestOf(spanOf(`${'x'.repeat(190)}planted-secret-value`)))
  const titles = (await steps(world.developer)).map(({ title }) => title)
  expect(titles.find((title) => title.startsWith('xxx'))).toBe(`${'x'.repeat(190)}[secret]`)
})

it('a span of another time is not kept: it would stretch the trace that it names', async () => {
  const at = (ms: number) => String(BigInt(world.platform.clock.now().getTime() + ms) * 1_000_000n)
  const times = (startMs: number, endMs: number) => ({ startTimeUnixNano: at(startMs), endTimeUnixNano: at(endMs) })
  const spans = [spanOf('long ago', times(-3_600_001, 0)), spanOf('far ahead', times(0, 3_600_000))]
  expect((await post('/v1/traces', requestOf(...spans, spanOf('now')))).status).toBe(200)
  const titles = (await steps(world.developer)).map(({ title }) => title)
  expect(titles).toContain('now')
  expect(titles.filter((title) => title === 'long ago' || title === 'far ahead')).toEqual([])
})

it('an app cannot crowd the steps of others out of a trace that it knows', async () => {
  const other = await world.listing()
  const { db, clock } = world.platform
  const facts = { traceId, durationMs: 1, failed: false }
  const crowd = (of: string) => {
    const at = new Date(clock.now().getTime() - 1_000)
    const span = { ...facts, kind: 'span' as const, name: 'crowd', at, listingId: of, installationId: null }
    return insertTraceSpans(db, Array<typeof span>(300).fill(span))
  }
  const read = { ...facts, kind: 'stateRead' as const, name: 'State read', listingId, installationId }
  await insertTraceSpans(db, [{ ...read, at: clock.now() }])
  await crowd(other.id)
  expect((await steps(world.admin)).map(({ kind }) => kind)).toContain('stateRead')
  await crowd(listingId)
  const trace = await world.developer.getTrace({ params: { id: traceId } })
  expect(trace.cut).toBe(true)
  expect(trace.steps.map(({ kind }) => kind)).toContain('stateRead')
})

it('metrics and logs of an app are taken', async () => {
  expect((await post('/v1/metrics', '{"resourceMetrics":[]}')).status).toBe(200)
  expect((await post('/v1/logs', '{"resourceLogs":[]}')).status).toBe(200)
})

it('a publisher has telemetry and output of its app forwarded to a collector of its own, and to no private address', async () => {
  const received: { url: string | undefined; secret: unknown; body: string }[] = []
  const collector = createServer((request, response) => {
    text(request)
      .then((body) => received.push({ url: request.url, secret: request.headers['x-acme'], body }))
      .catch(() => {})
      .finally(() => response.end('{}'))
  })
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
  await server.forwarder.flush()
  const set = (name: string, value: string) =>
    world.developer.putVariable({ params: { id: listingId, name }, body: { value } })
  await set('MKT_OTLP_FORWARD', `http://127.0.0.1:${(collector.address() as AddressInfo).port}/base`)
  await set('MKT_OTLP_FORWARD_HEADERS', 'x-acme=a%20secret')
  world.clock.advance(60_000)
  await post('/v1/metrics', '{"resourceMetrics":[]}')
  await post('/v1/traces', requestOf(spanOf('forwarded')))
  const line = { at: world.platform.clock.now(), stream: 'stderr' as const, text: 'a line of output' }
  server.forwarder.addLines(releaseId, [line])
  await server.forwarder.flush()
  expect(received.map(({ url, secret }) => [url, secret]).sort()).toEqual(
    ['logs', 'metrics', 'traces'].map((signal) => [`/base/v1/${signal}`, 'a secret']),
  )
  const logs = received.find(({ url }) => url?.endsWith('/logs'))?.body ?? ''
  expect(logs).toContain('a line of output')
  expect(logs).toContain('"service.name"')
  received.splice(0)
  // Without leave, private addresses are out of reach for the platform as they are for the app.
  world.platform.policy.allowAddresses = []
  world.clock.advance(60_000)
  await post('/v1/metrics', '{}')
  await server.forwarder.flush()
  expect(received).toEqual([])
  world.platform.policy.allowAddresses = ['127.0.0.1']
  expect(await world.platform.metrics.metrics()).toContain('mkt_forwarded_telemetry_total{outcome="dropped"} 1')
  collector.close()
})

it('what is no export request of a known release is refused', async () => {
  const status = async (answer: Promise<Response>) => (await answer).status
  expect(await status(post('/v1/traces', '{"resourceSpans":[1]}'))).toBe(422)
  expect(await status(post('/v1/traces', '{}', { 'content-type': 'text/plain' }))).toBe(415)
  expect(await status(post('/v1/traces', '{}', { 'content-encoding': 'gzip' }))).toBe(415)
  expect(await status(post('/v1/traces', ' '.repeat(limits.telemetryBody.value + 1)))).toBe(413)
  expect(await status(post('/v1/other', '{}'))).toBe(404)
  expect(await status(fetch(`${base}/v1/traces`))).toBe(405)
  expect(await status(fetch(`${base.slice(0, -1)}_/v1/traces`, { method: 'POST', body: '{}' }))).toBe(404)
})

it('an app that sends telemetry over its rate limit is told to wait, and its spans are kept up to a limit', async () => {
  const flood = requestOf(...Array.from({ length: 500 }, (_, count) => spanOf(`flood ${count}`)))
  for (let sent = 0; sent < 5; sent += 1) expect((await post('/v1/traces', flood)).status).toBe(200)
  await server.steps.flush()
  const { count } = await world.platform.db
    .selectFrom('trace_span')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('name', 'like', 'flood %')
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeLessThanOrEqual(limits.telemetrySpans.value)
  const statuses = new Set<number>()
  for (let sent = 0; sent < limits.telemetryRequests.value; sent += 1)
    statuses.add((await post('/v1/metrics', '{}')).status)
  expect([...statuses]).toEqual([200, 429])
})

it('addresses that nobody gave are refused late where they come too often, while the telemetry of a release is taken', async () => {
  const { promise: later, resolve: letGo } = Promise.withResolvers<void>()
  let held = 0
  const wait = () => {
    held += 1
    return later
  }
  const options = { host: '127.0.0.1', port: 0, refusals: { wait, giveBack: () => {} } }
  const other = await startTelemetryServer({ ...world.platform, metrics: new Registry() }, options)
  try {
    world.clock.advance(60_000)
    const send = (address: string) => {
      const headers = { 'content-type': 'application/json' }
      return fetch(`http://127.0.0.1:${other.port}${address}`, { method: 'POST', headers, body: '{}' })
    }
    const unknown = send('/otlp/invented/v1/metrics')
    await expect.poll(() => held).toBe(1)
    expect((await send(`${new URL(base).pathname}/v1/metrics`)).status).toBe(200)
    letGo()
    expect((await unknown).status).toBe(404)
  } finally {
    await other.stop()
  }
})
