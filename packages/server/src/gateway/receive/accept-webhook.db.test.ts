import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { createLocatorRecorder } from '../../actions/activity/locator-recorder.ts'
import { silentLog } from '../../lib/log.ts'
import { startTestGateway } from '../../testing/gateway/gateway.ts'
import { gatewayScene, post, secret } from '../../testing/gateway/gateway-scene.ts'
import { testRoute } from '../../testing/gateway/routes.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { createByteBudget, createGatewayMemory } from '../limit/byte-budget.ts'

const { database, gateway, launch } = await gatewayScene()

test('are acknowledged with the event id once the event is kept, sealed and whole', async () => {
  const { app, route, url } = await launch()
  const body = Buffer.from('{"id":"e-1","type":"policy.issue","data":{"policyLocator":"100"}}')
  const answer = await post(`${url}/hooks`, body)
  expect(answer.status).toBe(202)
  const { eventId } = (await answer.json()) as { eventId: string }
  const row = await database.db.selectFrom('event').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    installation_id: route.installationId,
    type: 'policy.issue',
    state: 'WAITING',
    size: body.length,
  })
  expect(row.body?.includes('policyLocator')).toBe(false)
  const opened = await gateway.vault.open('org_customer', `event body ${eventId}`, row.body ?? Buffer.alloc(0))
  expect(opened.equals(body)).toBe(true)
  expect(app.seen).toEqual([])
})

test('a repeat gets the same event id, on another path or without an id it is a new event', async () => {
  const { url } = await launch(undefined, { webhookPaths: new Set(['/hooks', '/other']) })
  const send = async (path: string, body: string) =>
    ((await (await post(url + path, body)).json()) as { eventId: string }).eventId
  const first = await send('/hooks', '{"id":"same"}')
  expect(await send('/hooks', '{"id":"same","more":1}')).toBe(first)
  const together = await Promise.all([1, 2, 3, 4, 5].map(() => send('/hooks', '{"id":"together"}')))
  expect(new Set(together).size).toBe(1)
  expect(await send('/other', '{"id":"same"}')).not.toBe(first)
  expect(await send('/hooks', 'no json')).not.toBe(await send('/hooks', 'no json'))
})

test('the policy that an event names is indexed after it was acknowledged', async () => {
  const locators = createLocatorRecorder(database.pool, silentLog)
  const own = await startTestGateway(database, { locators })
  const route = testRoute({ webhookPaths: new Set(['/hooks']) })
  own.routes.add(route)
  const body = '{"type":"endorsement.issue","data":{"policyLocator":"100002122","endorsementLocator":"e-1"}}'
  const answer = await post(`${own.url}/${route.routeId}/hooks`, body)
  const { eventId } = (await answer.json()) as { eventId: string }
  await locators.drain()
  const found = await database.db
    .selectFrom('activity_locator')
    .select(['kind', 'locator', 'organization_id', 'installation_id'])
    .where('entry_id', '=', eventId)
    .orderBy('kind')
    .execute()
  const owner = { organization_id: route.organizationId, installation_id: route.installationId }
  expect(found).toEqual([
    { ...owner, kind: 'endorsement', locator: 'e-1' },
    { ...owner, kind: 'policy', locator: '100002122' },
  ])
  await own.stop()
})

test('a repeat is not indexed: neither what was erased nor what another body names', async () => {
  const locators = createLocatorRecorder(database.pool, silentLog)
  const own = await startTestGateway(database, { locators })
  const route = testRoute({ webhookPaths: new Set(['/hooks']) })
  own.routes.add(route)
  const send = async (policyLocator: string) => {
    const body = JSON.stringify({ id: 'repeated', type: 'policy.issue', data: { policyLocator } })
    return (await (await post(`${own.url}/${route.routeId}/hooks`, body)).json()) as { eventId: string }
  }
  const { eventId } = await send('100002122')
  await locators.drain()
  await database.db.deleteFrom('activity_locator').where('entry_id', '=', eventId).execute()
  for (const locator of ['100002122', '100009999']) expect(await send(locator)).toEqual({ eventId })
  await locators.drain()
  const found = await database.db
    .selectFrom('activity_locator')
    .select('locator')
    .where('entry_id', '=', eventId)
    .execute()
  expect(found).toEqual([])
  await own.stop()
})

test('any bytes are accepted', async () => {
  const { url } = await launch()
  for (const body of [
    Buffer.from([0, 255, 0, 1]),
    Buffer.from('{"id":"\\u0000","type":"\\u0000"}'),
    Buffer.alloc(0),
    Buffer.alloc(1024 * 1024, 'x'),
  ]) {
    expect((await post(`${url}/hooks`, body)).status).toBe(202)
  }
})

test('more than 1 MB is refused, announced or not', async () => {
  const { url } = await launch()
  const answer = await post(`${url}/hooks`, Buffer.alloc(1024 * 1024 + 1))
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'body_too_large' }])
  const chunked = new Promise<number>((resolve) => {
    const request = httpRequest(`${url}/hooks`, {
      method: 'POST',
      headers: { ...secret, 'transfer-encoding': 'chunked' },
    })
    request.on('response', (response) => resolve(response.statusCode ?? 0))
    request.on('error', () => {})
    for (let index = 0; index < 11; index += 1) request.write(Buffer.alloc(100_000))
    request.end()
  })
  expect(await chunked).toBe(413)
})

test('a sender of a body that is refused can still read the answer', async () => {
  const { url } = await launch()
  const body = Buffer.alloc(8 * 1024 * 1024)
  for (const [headers, status] of [
    [secret, 413],
    [{ ...secret, connection: 'close' }, 413],
    [{}, 401],
  ] as const)
    for (let time = 0; time < 5; time += 1) {
      const answer = await new Promise<number>((resolve, reject) => {
        const request = httpRequest(
          `${url}/hooks`,
          { method: 'POST', agent: false, headers: { ...headers, 'content-length': body.length } },
          (response) => resolve(response.resume().statusCode ?? 0),
        )
        request.on('error', reject)
        request.end(body)
      })
      expect(answer).toBe(status)
    }
})

test('another method on a webhook path is an ordinary call', async () => {
  const { app, url } = await launch()
  expect((await fetch(`${url}/hooks`, { headers: secret })).status).toBe(200)
  expect(app.seen[0]?.method).toBe('GET')
})

test('a route whose backlog is full by few long events refuses further ones', async () => {
  const small = await startTestGateway(database, { quota: 8 })
  try {
    const route = small.routes.add(testRoute())
    const long = JSON.stringify({ data: 'x'.repeat(100_000) })
    const statuses: number[] = []
    for (let index = 0; index < 4; index += 1)
      statuses.push((await post(`${small.url}/${route.routeId}/hooks`, long)).status)
    expect(statuses).toEqual([202, 202, 503, 503])
  } finally {
    await small.stop()
  }
})

test('a route whose backlog is full refuses further events', async () => {
  const small = await startTestGateway(database, { quota: 8 })
  try {
    const route = small.routes.add(testRoute())
    const statuses: number[] = []
    for (let index = 0; index < 10; index += 1)
      statuses.push((await post(`${small.url}/${route.routeId}/hooks`)).status)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 202, 202, 503, 503])
    await database.db
      .updateTable('event')
      .set({ state: 'DELIVERED' })
      .where('installation_id', '=', route.installationId)
      .execute()
    await eventually(async () => expect((await post(`${small.url}/${route.routeId}/hooks`)).status).toBe(202))
  } finally {
    await small.stop()
  }
})

test('a route has a limited number of events in progress: further ones get 503, and those of others are accepted', async () => {
  const all = 1_000_000
  const events = createByteBudget({ all, app: all, organization: all, route: all, shares: 2 })
  const small = await startTestGateway(database, { memory: { ...createGatewayMemory(), events } })
  const idle = new AbortController()
  try {
    const route = small.routes.add(testRoute())
    const other = small.routes.add(testRoute())
    for (const _ of [1, 2]) {
      const options = { method: 'POST', headers: { ...secret, 'content-length': '10' }, signal: idle.signal }
      const sender = httpRequest(`${small.url}/${route.routeId}/hooks`, options)
      sender.on('error', () => {})
      sender.flushHeaders()
    }
    const refused = await eventually(async () => {
      const answer = await post(`${small.url}/${route.routeId}/hooks`)
      expect(answer.status).toBe(503)
      return answer
    })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toMatchObject({ code: 'event_not_stored' })
    expect((await post(`${small.url}/${other.routeId}/hooks`)).status).toBe(202)
    idle.abort()
    await eventually(async () => expect((await post(`${small.url}/${route.routeId}/hooks`)).status).toBe(202))
  } finally {
    idle.abort()
    await small.stop()
  }
})

test('an event whose body finds no room is sent again later', async () => {
  const events = createByteBudget({ all: 1_000, app: 1_000, organization: 1_000, route: 500, shares: 10 })
  const small = await startTestGateway(database, { memory: { ...createGatewayMemory(), events } })
  try {
    const route = small.routes.add(testRoute())
    const long = await post(`${small.url}/${route.routeId}/hooks`, JSON.stringify({ id: 'x'.repeat(600) }))
    expect([long.status, await long.json()]).toMatchObject([503, { code: 'event_not_stored' }])
    expect((await post(`${small.url}/${route.routeId}/hooks`)).status).toBe(202)
  } finally {
    await small.stop()
  }
})
