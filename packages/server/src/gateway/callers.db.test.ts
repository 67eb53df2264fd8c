import { createHmac } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { publicPathsOf } from '@mkt/manifest'
import { expect, test } from 'vitest'
import { startTestGateway } from '../testing/gateway/gateway.ts'
import { gatewayScene, post, secret } from '../testing/gateway/gateway-scene.ts'
import { testRoute } from '../testing/gateway/routes.ts'
import { startAppServer } from '../testing/http/app-server.ts'
import { atEnd } from '../testing/run/at-end.ts'

const { apps, database, gateway, launch } = await gatewayScene()

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

test('refusals of unknown routes and secrets are delayed over a limit, while a caller with the secret is served', async () => {
  const { promise: later, resolve: letGo } = Promise.withResolvers<void>()
  const parties: string[] = []
  const wait = (party: string) => {
    parties.push(party)
    return later
  }
  const isTrustedProxy = (address: string) => address === '127.0.0.1'
  const late = await startTestGateway(database, { isTrustedProxy, refusals: { wait, giveBack: () => {} } })
  atEnd(() => late.stop())
  const app = await startAppServer()
  apps.push(app)
  const route = late.routes.add(testRoute({ instances: [app.instance] }))
  const url = `${late.url}/${route.routeId}/x`
  const wrong = { 'x-mkt-caller': 'wrong', 'x-forwarded-for': '1.2.3.4, 6.6.6.6' }
  const refused = [fetch(`${late.url}/rnobody/x`), fetch(url, { headers: wrong })]
  await expect.poll(() => parties.toSorted()).toEqual(['127.0.0.1', '6.6.6.6'])
  expect((await fetch(url, { headers: secret })).status).toBe(200)
  letGo()
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([404, 401])
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
    // Only the gateway's own host has these of the platform.
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect(await ask(path, `${route.routeId}.apps.example.com`)).toEqual({ status: 200, cookies: ['a=b'] })
      expect(app.seen.at(-1)?.url).toBe(path)
    }
    expect(await ask('/healthz', 'gateway.example.com')).toEqual({ status: 200, cookies: undefined })
    expect(await ask(`/${route.routeId}/x`, 'gateway.example.com')).toEqual({ status: 200, cookies: undefined })
  } finally {
    await own.stop()
  }
})

test('a stopped route checks the caller before it says that it is stopped', async () => {
  const { url, app } = await launch(undefined, { state: 'STOPPED' })
  const statuses = async (headers: Record<string, string>) => [
    (await fetch(`${url}/x`, { headers })).status,
    (await fetch(`${url}/hooks`, { method: 'POST', body: '{}', headers })).status,
  ]
  expect(await statuses({})).toEqual([401, 401])
  expect(await statuses({ 'x-mkt-caller': 'wrong' })).toEqual([401, 401])
  expect(await statuses(secret)).toEqual([410, 410])
  expect((await fetch(`${url}/public`)).status).toBe(410)
  expect(app.seen).toEqual([])
})

test('an uninstalled route, whose secrets are erased, is gone for everybody', async () => {
  const { url } = await launch(undefined, { state: 'UNINSTALLED', callerHashes: [] })
  expect((await fetch(`${url}/x`)).status).toBe(410)
  expect((await post(`${url}/hooks`)).status).toBe(410)
})

test('a slash at the end is no way around an integration: it is the same path, called as it was declared', async () => {
  const publicPaths = publicPathsOf(['/hooks/', '/autofill/'])
  const { url, app } = await launch(undefined, { publicPaths, webhookPaths: new Set(['/hooks', '/slashed/']) })
  const unknown = await fetch(`${url}/hooks/`, { method: 'POST', body: '{}' })
  expect(unknown.status).toBe(401)
  expect((await fetch(`${url}/autofill//`, { method: 'POST', body: '{}' })).status).toBe(401)
  expect((await post(`${url}/hooks/`)).status).toBe(202)
  expect((await post(`${url}/slashed`)).status).toBe(202)
  expect((await post(`${url}/autofill/?a=1`)).status).toBe(200)
  expect(app.seen.map((request) => request.url)).toEqual(['/autofill?a=1'])
  const stored = await database.pool.query("select path from event where path in ('/hooks', '/slashed/') order by id")
  expect(stored.rows.map((row: { path: string }) => row.path)).toEqual(expect.arrayContaining(['/hooks', '/slashed/']))
})
