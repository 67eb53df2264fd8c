import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { startTestGateway } from '../testing/gateway/gateway.ts'
import { gatewayScene, post, secret } from '../testing/gateway/gateway-scene.ts'
import { testRoute } from '../testing/gateway/routes.ts'
import { eventually } from '../testing/run/eventually.ts'
import { startGateway } from './server.ts'

const { database, gateway, launch } = await gatewayScene()

test.each([
  ['an arrow', 'evil→.test', 'evil%E2%86%92.test'],
  ['a line end', 'a\r\nx-mkt-key: stolen', 'a%0D%0Ax-mkt-key: stolen'],
  ['NUL', 'a\0b', 'a%00b'],
  ['a lone surrogate', '\ud800.test', '%EF%BF%BD.test'],
])('a stored host name with %s reaches the application encoded, and the gateway goes on', async (_, tenant, sent) => {
  const { app, url } = await launch(undefined, { tenant })
  const small = await post(`${url}/other`, '{"small":true}')
  const streamed = await post(`${url}/other`, 'x'.repeat(100_000))
  const held = await post(`${url}/autofill`, '{}')
  const plain = await fetch(`${url}/other`, { headers: secret })
  expect([small, streamed, held, plain].map((answer) => answer.status)).toEqual([200, 200, 200, 200])
  expect(app.seen.map(({ headers }) => headers['x-mkt-tenant'])).toEqual([sent, sent, sent, sent])
  expect(app.seen.every(({ headers }) => String(headers['x-mkt-key']).startsWith('key-of-'))).toBe(true)
})

/** Every way through the gateway, each with a bug in the middle. */
const ways: [string, (url: string) => Promise<Response>][] = [
  ['without a body', (url) => fetch(`${url}/other`, { headers: secret })],
  ['with a small body', (url) => post(`${url}/other`, '{"small":true}')],
  ['with a streamed body', (url) => post(`${url}/other`, 'x'.repeat(1_000_000))],
  ['for autofill', (url) => post(`${url}/autofill`)],
]

test.each(ways)('a bug while a request %s is sent fails that request with 500 and no other', async (_, send) => {
  const error = vi.fn()
  const broken = await startTestGateway(database, {
    log: { ...silentLog, error },
    issueKey: () => {
      throw new Error('a bug')
    },
  })
  try {
    const { app } = await launch()
    const route = broken.routes.add(testRoute({ instances: [app.instance] }))
    const answer = await send(`${broken.url}/${route.routeId}`)
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ code: 'internal' })
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ error: new Error('a bug') }), expect.any(String))
    expect((await fetch(`${broken.url}/healthz`)).status).toBe(200)
  } finally {
    await broken.stop()
  }
})

test.each(ways)(
  'a bug while the answer to a request %s is taken in ends that exchange, and its place is free again',
  async (_, send) => {
    const error = vi.fn()
    let bug = true
    const broken = await startTestGateway(database, {
      log: { ...silentLog, error },
      limits: { perRoute: 1, perApp: 1 },
      calls: {
        record() {
          if (bug) throw new Error('a bug')
        },
        dropped: 0,
        drain: () => Promise.resolve(),
      },
    })
    try {
      const { app } = await launch()
      const route = broken.routes.add(testRoute({ instances: [app.instance] }))
      const url = `${broken.url}/${route.routeId}`
      await send(url).catch(() => undefined)
      bug = false
      // A place that was not given back would be answered with 429.
      await eventually(async () => expect((await send(url)).status).toBe(200))
    } finally {
      await broken.stop()
    }
  },
)

test('figures that cannot be read break off their own request', async () => {
  const registry = Object.assign(new Registry(), { metrics: () => Promise.reject(new Error('a bug')) })
  const options = { host: '127.0.0.1', port: 0, readiness: async () => ({ status: 200, body: {} }) }
  const broken = await startGateway(gateway.parts, { ...options, figures: { registry, mayRead: async () => true } })
  try {
    const url = `http://127.0.0.1:${broken.port}`
    await expect(fetch(`${url}/metrics`)).rejects.toThrow('fetch failed')
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  } finally {
    await broken.stop()
  }
})
