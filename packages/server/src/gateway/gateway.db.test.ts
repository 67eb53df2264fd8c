import { createHmac } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Route } from '../domain/route.ts'
import { type Answer, type AppServer, startAppServer, startRawAppServer } from '../testing/app-server.ts'
import { testDatabase } from '../testing/database.ts'
import { eventually } from '../testing/eventually.ts'
import { startTestGateway } from '../testing/gateway.ts'
import { callerSecret, testRoute } from '../testing/routes.ts'

const database = await testDatabase()
const gateway = await startTestGateway(database)
const apps: AppServer[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})
afterAll(() => gateway.stop())

const secret = { 'x-mkt-caller': callerSecret }

async function launch(
  answer?: Answer,
  change: Partial<Route> = {},
): Promise<{ app: AppServer; route: Route; url: string }> {
  const app = await startAppServer(answer)
  apps.push(app)
  const route = gateway.routes.add(testRoute({ instances: [app.instance], ...change }))
  return { app, route, url: `${gateway.url}/${route.routeId}` }
}

const post = (url: string, body: string | Buffer = '{}', headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body: body as string,
    headers: { 'content-type': 'application/json', ...secret, ...headers },
  })

describe('what the application gets', () => {
  test('method, path, query and body as they came, and the headers of the platform', async () => {
    const { app, route, url } = await launch()
    const answer = await fetch(`${url}/deep/path%20x?a=1&b=%2F`, {
      method: 'PUT',
      body: 'some bytes',
      headers: {
        ...secret,
        'content-type': 'text/plain',
        'x-request-id': 'req-42',
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      },
    })
    expect(answer.status).toBe(200)
    const [seen] = app.seen
    expect(seen).toMatchObject({ method: 'PUT', url: '/deep/path%20x?a=1&b=%2F' })
    expect(seen?.body.toString()).toBe('some bytes')
    expect(seen?.headers).toMatchObject({
      'content-type': 'text/plain',
      'x-mkt-key': `key-of-${route.routeId}`,
      'x-mkt-route': route.routeId,
      'x-mkt-tenant': 'tenant.example.com',
      'x-request-id': 'req-42',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    })
    expect(seen?.headers.traceparent).toMatch(new RegExp(`^00-${'a'.repeat(32)}-(?!${'b'.repeat(16)})[0-9a-f]{16}-01$`))
  })

  test('nothing that only the platform may say, no cookies and nothing of the connection', async () => {
    const { app, url } = await launch()
    await new Promise<void>((resolve) => {
      const request = httpRequest(`${url}/x`, {
        headers: {
          ...secret,
          cookie: 'a=b',
          'x-mkt-key': 'forged',
          'X-MKT-Attempt': '9',
          'webhook-id': 'forged',
          connection: 'keep-alive, x-private',
          'x-private': 'hop',
          te: 'trailers',
          'x-forwarded-for': '6.6.6.6',
          'x-kept': 'yes',
        },
      })
      request.on('response', (response) => response.resume().on('end', resolve))
      request.end()
    })
    const headers = app.seen[0]?.headers ?? {}
    for (const name of ['cookie', 'x-mkt-caller', 'x-mkt-attempt', 'webhook-id', 'x-private', 'te']) {
      expect(headers[name]).toBeUndefined()
    }
    expect(headers['x-mkt-key']).toMatch(/^key-of-/)
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(headers['x-kept']).toBe('yes')
  })

  test.each(['/health', '/_app/install', '/%5Fapp/start', '//health'])('never %s', async (path) => {
    const { app, url } = await launch()
    expect((await fetch(url + path, { headers: secret })).status).toBe(404)
    expect(app.seen).toEqual([])
  })
})

describe('who may call', () => {
  test('without the caller secret the answer is 401 and the application sees nothing', async () => {
    const { app, url } = await launch()
    const answer = await fetch(`${url}/x`, { headers: { 'x-mkt-caller': 'wrong' } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ code: 'caller_unknown', requestId: expect.any(String) })
    expect((await fetch(`${url}/hooks`, { method: 'POST', body: '{}' })).status).toBe(401)
    expect(app.seen).toEqual([])
  })

  test('public paths need no secret, and only they', async () => {
    const { app, url } = await launch()
    expect((await fetch(`${url}/public`)).status).toBe(200)
    expect((await fetch(`${url}/open/deep/er`)).status).toBe(200)
    expect((await fetch(`${url}/open/..%2fx`)).status).toBe(400)
    expect((await fetch(`${url}/publican`)).status).toBe(401)
    expect(app.seen).toHaveLength(2)
  })

  test('an unknown route is 404, whatever the path', async () => {
    const answer = await fetch(`${gateway.url}/rnobody/x`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'route_unknown' }])
  })

  test.each([
    ['PENDING', 503, 202],
    ['STARTING', 503, 202],
    ['REGISTERING', 200, 202],
    ['RUNNING', 200, 202],
    ['STOPPING', 503, 202],
    ['UNINSTALLING', 503, 202],
    ['STOPPED', 410, 410],
    ['UNINSTALLED', 410, 410],
    ['ERROR', 503, 202],
  ] as const)('in state %s a call gets %i and a webhook POST %i', async (state, call, webhook) => {
    const { url } = await launch(undefined, { state })
    expect((await fetch(`${url}/x`, { headers: secret })).status).toBe(call)
    expect((await post(`${url}/hooks`)).status).toBe(webhook)
  })

  test('public paths answer from STARTING on, because third parties call back during install', async () => {
    const { url } = await launch(undefined, { state: 'STARTING' })
    expect((await fetch(`${url}/public`)).status).toBe(200)
  })

  test('without a healthy instance the answer is 503 with retry-after', async () => {
    const { url } = await launch(undefined, { instances: [] })
    const answer = await fetch(`${url}/x`, { headers: secret })
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
    expect(await answer.json()).toMatchObject({ code: 'app_unavailable' })
  })
})

describe('webhook paths', () => {
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

  test('another method on a webhook path is an ordinary call', async () => {
    const { app, url } = await launch()
    expect((await fetch(`${url}/hooks`, { headers: secret })).status).toBe(200)
    expect(app.seen[0]?.method).toBe('GET')
  })
})

describe('autofill and rater', () => {
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
})

describe('answers', () => {
  test('below the shared address set no cookies and act as no page', async () => {
    const { url } = await launch(
      (_request, response) =>
        void response.writeHead(200, { 'set-cookie': 'a=b', 'x-own': '1', 'content-type': 'text/html' }).end('hi'),
    )
    const answer = await fetch(`${url}/x`, { headers: secret })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toBe('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('x-own')).toBe('1')
  })

  test('HEAD gives the headers without a body', async () => {
    const { url } = await launch((_request, response) => void response.writeHead(200, { 'content-length': '5' }).end())
    const answer = await fetch(`${url}/x`, { method: 'HEAD', headers: secret })
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '5', ''])
  })

  test('large bodies stream both ways unchanged', async () => {
    const { url } = await launch((request, response) => void response.end(request.body))
    const body = Buffer.alloc(4_900_000, 'stream')
    const answer = await fetch(`${url}/echo`, { method: 'POST', body, headers: secret })
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true)
  })

  test('the application may answer before it has read the body', async () => {
    const app = await startRawAppServer((_request, response) => void response.writeHead(418).end('early'))
    apps.push(app)
    const route = gateway.routes.add(testRoute({ instances: [app.instance] }))
    const answer = await fetch(`${gateway.url}/${route.routeId}/x`, {
      method: 'POST',
      body: Buffer.alloc(3_000_000),
      headers: secret,
    })
    expect([answer.status, await answer.text()]).toEqual([418, 'early'])
  })

  test('the first bytes of an answer arrive before its last', async () => {
    const goOn = Promise.withResolvers<void>()
    const { url } = await launch(async (_request, response) => {
      response.write('first')
      await goOn.promise
      response.end('last')
    })
    const answer = await fetch(`${url}/x`, { headers: secret })
    const reader = answer.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
    goOn.resolve()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last')
  })

  test('when the caller goes away the request to the application is cancelled', async () => {
    const closed = Promise.withResolvers<void>()
    const { app, url } = await launch((_request, response) => void response.once('close', () => closed.resolve()))
    const leave = new AbortController()
    const call = fetch(`${url}/x`, { headers: secret, signal: leave.signal }).catch(() => 'gone')
    await eventually(() => expect(app.seen).toHaveLength(1))
    leave.abort()
    expect(await call).toBe('gone')
    await closed.promise
  })

  test('a caller that asks first is told to go on only when it may', async () => {
    const { app, url } = await launch((request, response) => void response.end(request.body))
    const ask = (headers: Record<string, string>) =>
      new Promise<{ asked: boolean; status: number }>((resolve) => {
        let asked = false
        const request = httpRequest(`${url}/x`, {
          method: 'POST',
          headers: { expect: '100-continue', 'content-length': '4', ...headers },
        })
        request.on('continue', () => {
          asked = true
          request.end('body')
        })
        request.on('response', (response) => {
          response.resume()
          resolve({ asked, status: response.statusCode ?? 0 })
          request.destroy()
        })
        request.on('error', () => {})
        request.flushHeaders()
      })
    expect(await ask(secret)).toEqual({ asked: true, status: 200 })
    expect(await ask({})).toEqual({ asked: false, status: 401 })
    expect(app.seen).toHaveLength(1)
  })
})

test('more calls at once than a route may have get 429, webhook accepts never', async () => {
  const small = await startTestGateway(database, { limits: { perRoute: 1, perApp: 10 } })
  try {
    const goOn = Promise.withResolvers<void>()
    const app = await startAppServer(async (_request, response) => {
      await goOn.promise
      response.end('{}')
    })
    apps.push(app)
    const route = small.routes.add(testRoute({ instances: [app.instance] }))
    const first = fetch(`${small.url}/${route.routeId}/x`, { headers: secret })
    await eventually(() => expect(app.seen).toHaveLength(1))
    const second = await fetch(`${small.url}/${route.routeId}/x`, { headers: secret })
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await post(`${small.url}/${route.routeId}/hooks`)).status).toBe(202)
    goOn.resolve()
    expect((await first).status).toBe(200)
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

test('an upgrade is refused cleanly', async () => {
  const { app, route } = await launch()
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(gateway.port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.write(
      `GET /${route.routeId}/ws HTTP/1.1\r\nhost: x\r\nx-mkt-caller: ${callerSecret}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    )
  })
  expect(answer).toMatch(/^HTTP\/1\.1 501 /)
  expect(app.seen).toEqual([])
})

test('where signatures were asked for, a body without the right one is refused', async () => {
  const signing = await startTestGateway(database, { signingSecret: async () => 'signing-secret' })
  try {
    const app = await startAppServer()
    apps.push(app)
    const route = signing.routes.add(testRoute({ instances: [app.instance] }))
    const body = '{"id":"signed"}'
    const signature = createHmac('sha256', 'signing-secret').update(body).digest('hex')
    for (const path of ['/hooks', '/rate']) {
      const url = `${signing.url}/${route.routeId}${path}`
      expect((await post(url, body)).status).toBe(401)
      expect((await post(url, body, { 'platform-signature': signature.replace(/^./, 'g') })).status).toBe(401)
      expect((await post(url, `${body} `, { 'platform-signature': signature })).status).toBe(401)
      expect((await post(url, body, { 'platform-signature': signature })).ok).toBe(true)
    }
    expect(app.seen).toHaveLength(1)
  } finally {
    await signing.stop()
  }
})

test('with a domain of its own a route is named by the host, and its answers may set cookies', async () => {
  const own = await startTestGateway(database, { gatewayDomain: 'apps.example.com' })
  try {
    const app = await startAppServer(
      (_request, response) => void response.writeHead(200, { 'set-cookie': 'a=b' }).end(),
    )
    apps.push(app)
    const route = own.routes.add(testRoute({ instances: [app.instance] }))
    const ask = (path: string, host: string) =>
      new Promise<{ status: number; cookies: string[] | undefined }>((resolve) => {
        const request = httpRequest(
          { port: own.port, host: '127.0.0.1', path, headers: { ...secret, host } },
          (response) => {
            response.resume()
            resolve({ status: response.statusCode ?? 0, cookies: response.headers['set-cookie'] })
          },
        )
        request.end()
      })
    expect(await ask('/deep?x=1', `${route.routeId}.apps.example.com`)).toEqual({ status: 200, cookies: ['a=b'] })
    expect(app.seen[0]?.url).toBe('/deep?x=1')
    expect((await ask('/health', `${route.routeId}.apps.example.com`)).status).toBe(404)
    expect((await ask('/x', 'nobody.apps.example.com')).status).toBe(404)
    expect(await ask(`/${route.routeId}/x`, 'gateway.example.com')).toEqual({ status: 200, cookies: undefined })
  } finally {
    await own.stop()
  }
})
