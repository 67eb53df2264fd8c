import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { startTestGateway } from '../../testing/gateway/gateway.ts'
import { gatewayScene, post, secret } from '../../testing/gateway/gateway-scene.ts'
import { testRoute } from '../../testing/gateway/routes.ts'
import { startAppServer } from '../../testing/http/app-server.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { createByteBudget, createGatewayMemory } from '../limit/byte-budget.ts'

const { apps, database, gateway, launch } = await gatewayScene()

test('the deadline is told, and an answer that is a JSON object passes with its status', async () => {
  const { app, url } = await launch((_request, response) => void response.writeHead(201).end('{"fieldValues":{}}'))
  const answer = await post(`${url}/autofill`, '{"productName":"p"}')
  expect([answer.status, await answer.text()]).toEqual([201, '{"fieldValues":{}}'])
  expect(app.seen[0]?.headers['x-mkt-deadline-ms']).toBe('10000')
})

test.each([
  ['a status that is no success', 500, '{}'],
  ['a redirect', 302, '{}'],
  ['a JSON string', 200, '"failed"'],
  ['an array', 200, '[]'],
  ['null', 200, 'null'],
  ['HTML', 200, '<html>'],
  ['nothing', 204, ''],
])('%s is a bad answer', async (_name, status, body) => {
  const { url } = await launch((_request, response) => void response.writeHead(status).end(body))
  const answer = await post(`${url}/rate`)
  expect([answer.status, await answer.json()]).toMatchObject([502, { code: 'app_bad_answer' }])
})

test.each([
  ['a problem', 400, '{"title":"Bad","detail":"The VIN is too short."}'],
  ['an error', 422, '{"error":{"code":"vin","message":"The VIN is too short."}}'],
  ['a message', 404, '{"message":"The VIN is too short."}'],
])('a 4xx with %s is a refusal: the policy system reads why, and the call keeps it', async (_name, status, body) => {
  const { route, url } = await launch((_request, response) => void response.writeHead(status).end(body))
  const answer = await post(`${url}/autofill`)
  const problem = { code: 'app_refused', status: 422, detail: 'The VIN is too short.' }
  expect([answer.status, await answer.json()]).toMatchObject([422, problem])
  await gateway.parts.calls.drain()
  const call = await database.db
    .selectFrom('call')
    .selectAll()
    .where('installation_id', '=', route.installationId)
    .executeTakeFirstOrThrow()
  expect(call).toMatchObject({ status: 422, code: 'app_refused', app_status: status })
  expect(call.app_message?.includes('VIN')).toBe(false)
  const opened = await gateway.vault.open(route.organizationId, `call message ${call.id}`, call.app_message as Buffer)
  expect(opened.toString()).toBe('The VIN is too short.')
})

test('a 4xx without words stays a bad answer; the call keeps the status and what was answered', async () => {
  const { route, url } = await launch((_request, response) => void response.writeHead(404).end('<h1>Nothing</h1>'))
  expect(await (await post(`${url}/rate`)).json()).toMatchObject({ code: 'app_bad_answer', status: 502 })
  await gateway.parts.calls.drain()
  const call = await database.db
    .selectFrom('call')
    .selectAll()
    .where('installation_id', '=', route.installationId)
    .executeTakeFirstOrThrow()
  expect(call).toMatchObject({ status: 502, app_status: 404 })
  const opened = await gateway.vault.open(route.organizationId, `call message ${call.id}`, call.app_message as Buffer)
  expect(opened.toString()).toBe('<h1>Nothing</h1>')
})

test('what cannot be masked is not passed on: the caller is told of the refusal without its words', async () => {
  const blind = await startTestGateway(database, { messages: { prepare: async () => null } })
  try {
    const app = await startAppServer((_request, response) => void response.writeHead(400).end('{"error":"planted"}'))
    apps.push(app)
    const route = blind.routes.add(testRoute({ instances: [app.instance] }))
    const answer = await post(`${blind.url}/${route.routeId}/rate`)
    expect(await answer.json()).toMatchObject({ code: 'app_refused', detail: 'The application refused the request.' })
  } finally {
    await blind.stop()
  }
})

test('an answer longer than 5 MB is a bad answer', async () => {
  const { url } = await launch((_request, response) => void response.end(`{"x":"${'y'.repeat(5 * 1024 * 1024)}"}`))
  expect((await post(`${url}/rate`)).status).toBe(502)
})

test('an application that never answers is cut off at its deadline', async () => {
  const { url } = await launch(() => {}, { raters: new Map([['/rate', { timeoutMs: 200 }]]) })
  const answer = await post(`${url}/rate`)
  expect([answer.status, await answer.json()]).toMatchObject([504, { code: 'app_timeout' }])
})

test('a connection that breaks is a bad answer and is not tried again', async () => {
  const { app, url } = await launch((_request, response) => void response.socket?.destroy())
  expect((await post(`${url}/rate`)).status).toBe(502)
  expect(app.seen).toHaveLength(1)
})

test('an instance that does not listen costs nothing when another does', async () => {
  const { app, route, url } = await launch()
  const dead = { id: 'inst_dead', deploymentId: 'dep_1', address: 'http://127.0.0.1:1' }
  gateway.routes.replace({ ...route, instances: [dead, app.instance] })
  for (let index = 0; index < 4; index += 1) expect((await post(`${url}/rate`)).status).toBe(200)
  for (let index = 0; index < 4; index += 1) expect((await fetch(`${url}/x`, { headers: secret })).status).toBe(200)
})

test('every call is recorded with its kind, status and sizes', async () => {
  const { app, route, url } = await launch()
  await post(`${url}/rate`, '{"a":1}')
  await fetch(`${url}/public`)
  await gateway.parts.calls.drain()
  const calls = await database.db
    .selectFrom('call')
    .selectAll()
    .where('installation_id', '=', route.installationId)
    .orderBy('id')
    .execute()
  expect(calls).toMatchObject([
    { kind: 'rater', status: 200, request_size: 7, answer_size: 2, instance_id: app.instance.id },
    { kind: 'public', status: 200, path: '/public' },
  ])
})

test('a call for which nobody is there is recorded with its problem; a stranger at the door is not', async () => {
  const { route, url } = await launch(undefined, { state: 'ERROR' })
  expect((await post(`${url}/rate`)).status).toBe(503)
  gateway.routes.replace({ ...route, state: 'RUNNING', instances: [] })
  expect((await post(`${url}/rate`)).status).toBe(503)
  expect((await fetch(`${url}/rate`, { method: 'POST' })).status).toBe(401)
  await gateway.parts.calls.drain()
  const calls = database.db.selectFrom('call').selectAll().where('installation_id', '=', route.installationId)
  const failed = { kind: 'rater', status: 503, code: 'app_unavailable', instance_id: null }
  expect(await calls.execute()).toMatchObject([failed, failed])
})

test('of a path that streams the beginning of both bodies is kept, and marked as cut where more flowed by', async () => {
  const { route, url } = await launch((request, response) => void response.end(request.body), { recording: true })
  const long = Buffer.alloc(400_000, 'long ')
  for (const body of ['short', long]) {
    const answer = await post(`${url}/echo`, body)
    expect((await answer.arrayBuffer()).byteLength).toBe(body.length)
  }
  await gateway.parts.payloads?.drain()
  const { rows } = await database.pool.query(
    'select call_id, organization_id, sealed from call_payload where installation_id = $1 order by call_id',
    [route.installationId],
  )
  const opened = await Promise.all(
    rows.map(async (row) =>
      JSON.parse((await gateway.vault.open(row.organization_id, `call payload ${row.call_id}`, row.sealed)).toString()),
    ),
  )
  // More of an answer is kept than is shown, so that a secret at the end of what is shown is recognized.
  const begun = (kilobytes: number) => long.toString('utf8', 0, kilobytes * 1024)
  expect(opened).toEqual([
    { request: 'short', requestCut: false, answer: 'short', cut: false },
    { request: begun(256), requestCut: true, answer: begun(272), cut: true },
  ])
})

test('what a call carried is kept only where the installation turned recording on, and sealed', async () => {
  const answer = (_request: unknown, response: { end(text: string): void }) =>
    void response.end('{"premium":"planted"}')
  const on = await launch(answer, { recording: true })
  const off = await launch(answer, { recording: false })
  for (const { url } of [on, off]) await post(`${url}/rate`, '{"policy":"planted"}')
  await gateway.parts.payloads?.drain()
  const { rows } = await database.pool.query(
    'select call_id, installation_id, organization_id, sealed from call_payload where installation_id = any($1)',
    [[on.route.installationId, off.route.installationId]],
  )
  expect(rows.map((row) => row.installation_id)).toEqual([on.route.installationId])
  const [row] = rows
  expect(row.sealed.includes('planted')).toBe(false)
  const opened = await gateway.vault.open(row.organization_id, `call payload ${row.call_id}`, row.sealed)
  expect(JSON.parse(opened.toString())).toEqual({
    request: '{"policy":"planted"}',
    requestCut: false,
    answer: '{"premium":"planted"}',
    cut: false,
  })
})

test('bodies and answers of one route stay within its share of memory, and other routes are served', async () => {
  const all = 10_000_000
  const calls = createByteBudget({ all, app: all, organization: all, route: 100_000, shares: 10_000 })
  const small = await startTestGateway(database, { memory: { ...createGatewayMemory(), calls } })
  const idle = new AbortController()
  try {
    const app = await startAppServer((request, response) => {
      const length = Number(request.headers['x-answer'] ?? 0)
      response.end(JSON.stringify({ fieldValues: { a: 'x'.repeat(length) } }))
    })
    apps.push(app)
    const route = small.routes.add(testRoute({ instances: [app.instance] }))
    const other = small.routes.add(testRoute({ instances: [app.instance] }))
    const ask = (routeId: string, size: number, answer = 0) =>
      post(`${small.url}/${routeId}/autofill`, JSON.stringify({ x: 'x'.repeat(size) }), { 'x-answer': `${answer}` })
    const unfit = await ask(route.routeId, 10, 110_000)
    expect([unfit.status, await unfit.json()]).toMatchObject([429, { code: 'too_busy' }])
    expect((await ask(route.routeId, 10, 80_000)).status).toBe(200)
    const headers = { ...secret, 'content-length': '90000' }
    const slow = httpRequest(`${small.url}/${route.routeId}/autofill`, { method: 'POST', headers, signal: idle.signal })
    slow.on('error', () => {})
    slow.write('x'.repeat(80_000))
    await eventually(() => {
      const share = calls.share(route)
      const hasRoom = share?.take(30_000)
      share?.leave()
      expect(hasRoom).toBe(false)
    })
    expect((await ask(route.routeId, 30_000)).status).toBe(429)
    expect((await ask(other.routeId, 30_000, 50_000)).status).toBe(200)
    idle.abort()
    await eventually(async () => expect((await ask(route.routeId, 30_000)).status).toBe(200))
  } finally {
    idle.abort()
    await small.stop()
  }
})
