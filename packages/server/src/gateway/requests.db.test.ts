import { request as httpRequest, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { startTestGateway } from '../testing/gateway/gateway.ts'
import { gatewayScene, secret } from '../testing/gateway/gateway-scene.ts'

const { database, gateway, launch } = await gatewayScene()

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
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
  })
  expect(seen?.headers.traceparent).toMatch(new RegExp(`^00-${'a'.repeat(32)}-(?!${'b'.repeat(16)})[0-9a-f]{16}-01$`))
})

test('a request has a name of the platform, whatever the caller calls it, unless the caller is a trusted proxy', async () => {
  const { app, route, url } = await launch()
  const named = { headers: { ...secret, 'x-request-id': 'req-42' } }
  const answer = await fetch(`${url}/x`, named)
  const given = app.seen[0]?.headers['x-request-id']
  expect(given).toMatch(/^req_[0-9a-z]{26}$/)
  expect(answer.headers.get('x-request-id')).toBe(given)
  const behind = await startTestGateway(database, { isTrustedProxy: (address) => address === '127.0.0.1' })
  try {
    behind.routes.add(route)
    await fetch(`${behind.url}/${route.routeId}/x`, named)
    expect(app.seen[1]?.headers['x-request-id']).toBe('req-42')
    const forged = { ...secret, 'x-request-id': 'a b', 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' }
    await fetch(`${behind.url}/${route.routeId}/x`, { headers: forged })
    expect(app.seen[2]?.headers['x-request-id']).toMatch(/^req_/)
    expect(app.seen[2]?.headers).toMatchObject({
      'x-forwarded-for': '6.6.6.6, 127.0.0.1',
      'x-forwarded-proto': 'https',
    })
  } finally {
    await behind.stop()
  }
})

test('a change that is being read is waited for: who was told that the app is stopped is not answered as before', async () => {
  const { app, route, url } = await launch()
  const read = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const usual = gateway.routes.renewing
  gateway.routes.renewing = (routeId) => {
    if (routeId === route.routeId) asked.resolve()
    return routeId === route.routeId ? read.promise : undefined
  }
  try {
    const answers = ['GET', 'POST'].map((method) => fetch(`${url}/hooks`, { method, headers: secret }))
    await asked.promise
    gateway.routes.replace({ ...route, state: 'STOPPED' })
    read.resolve()
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(410)
    expect(app.seen).toEqual([])
  } finally {
    gateway.routes.renewing = usual
  }
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

test('nothing that an application could take for a header of the platform, or for another path, travels on', async () => {
  const { app, url } = await launch()
  const odd = {
    x_mkt_key: 'stolen',
    X_Forwarded_For: '6.6.6.6',
    webhook_id: 'evt_1',
    any_thing: 'x',
    proxy: 'http://evil.test',
    'x-original-url': '/_app/uninstall',
    'X-Rewrite-URL': '/_app/uninstall',
    'x-real-ip': '6.6.6.6',
    'x-forwarded-prefix': '/x',
  }
  await fetch(`${url}/x`, { headers: { ...secret, ...odd, 'x-own': 'kept' } })
  const names = Object.keys(app.seen[0]?.headers ?? {})
  for (const name of Object.keys(odd)) expect(names, name).not.toContain(name.toLowerCase())
  expect(app.seen[0]?.headers['x-own']).toBe('kept')
})

const ofTheOrigin = {
  'clear-site-data': '"*"',
  'alt-svc': 'h3=":443"',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'service-worker-allowed': '/',
  nel: '{}',
  'report-to': '{}',
  'set-cookie': 'a=b',
}

test('an answer settles nothing for the origin that all routes share, and may at a host of its own', async () => {
  const answer = (_request: unknown, response: ServerResponse) => void response.writeHead(200, ofTheOrigin).end('{}')
  const { route, url } = await launch(answer)
  for (const path of ['/x', '/autofill']) {
    const shared = await fetch(url + path, { method: 'POST', body: '{}', headers: secret })
    expect(shared.status).toBe(200)
    for (const name of Object.keys(ofTheOrigin)) expect(shared.headers.has(name), `${path} ${name}`).toBe(false)
  }
  const own = await startTestGateway(database, { gatewayDomain: 'apps.example.test' })
  try {
    own.routes.add(route)
    const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      const host = `${route.routeId}.apps.example.test`
      httpRequest(`${own.url}/x`, { headers: { ...secret, host } }, (response) => {
        response.resume()
        resolve(response.headers)
      })
        .on('error', reject)
        .end()
    })
    for (const name of Object.keys(ofTheOrigin)) expect(headers[name], name).toBeDefined()
  } finally {
    await own.stop()
  }
})
