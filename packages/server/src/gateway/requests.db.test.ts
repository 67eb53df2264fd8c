import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { gatewayScene, secret } from '../testing/gateway-scene.ts'

const { launch } = await gatewayScene()

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
