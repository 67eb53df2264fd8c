import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { limits } from '@mkt/contract/limits'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { revokeKey } from '../../actions/accounts/revoke-key.ts'
import { byPlatform } from '../../actions/platform/origin.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import type { Strangers } from '../../lib/sharing/strangers.ts'
import type { ApiKey } from '../../store/accounts/api-keys.ts'
import { apiKeyById } from '../../store/accounts/api-keys.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { allRoutes } from '../routes.ts'
import type { Route } from './route.ts'
import { createApiServer } from './server.ts'

let api: TestApi
let port: number

async function listening(platform: Platform, routes: readonly Route[], bodyMs = 200): Promise<FastifyInstance> {
  const app = await createApiServer(platform, routes, {
    version: 'test',
    trustedProxies: [],
    anyOwnHost: false,
    streamLookMs: 250,
    bodyMs,
  })
  atEnd(() => app.close())
  app.post('/outside', async () => 'a route outside the API')
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}
const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

beforeAll(async () => {
  api = await testApi()
  port = portOf(await listening(api.platform, allRoutes(api.platform)))
})

/** Begins a body that never comes to its end. Returns what its sender heard. */
function beginBody(path: string, length: number, { authorization = 'none', at = port } = {}) {
  const socket = connect(at, '127.0.0.1').on('error', () => {})
  atEnd(() => socket.destroy())
  const type = 'content-type: application/json\r\ncontent-length: '
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n${type}${length}\r\n\r\n{`)
  let heard = ''
  socket.on('data', (data) => {
    heard += String(data)
  })
  return () => heard
}

it.each(['/api/v1/session', '/outside'])('a body that does not arrive in time is refused', async (path) => {
  const heard = beginBody(path, 100)
  await expect.poll(heard).toContain('took too long to arrive')
  expect(heard()).toContain('HTTP/1.1 408')
})

it.each(['/nothing', '/api/v1/nothing', '/api/v1/session/none?x=1'])(
  'what is at no address is answered before its body is read',
  async (path) => {
    const heard = beginBody(path, 1_000_000)
    await expect.poll(heard).toContain('There is nothing at')
    expect(heard()).toMatch(/^HTTP\/1.1 404 .*content-type: application\/problem\+json/s)
  },
)

it('a member has a limited number of large bodies in progress and in the queue, and another one is served', async () => {
  const bodyMs = 600_000
  const at = portOf(await listening(api.platform, allRoutes(api.platform), bodyMs))
  const organization = await api.organization('bulky')
  const [member, other] = [await api.person({ role: 'admin', organization }), await api.person()]
  const path = '/api/v1/organizations'
  const begin = (length: number) => beginBody(path, length, { authorization: member.authorization, at })
  // A small body takes no place, and is waited for.
  const small = begin(limits.openBody.value)
  const heard = Array.from({ length: limits.largeBodies.value + 64 + 1 }, () => begin(limits.apiBody.value))
  const refused = () => heard.filter((text) => text().startsWith('HTTP/1.1 429'))
  await expect.poll(() => refused().length).toBe(1)
  expect(refused()[0]?.()).toContain('rate_limited')
  const body = JSON.stringify({ name: 'x'.repeat(limits.openBody.value) })
  const headers = { authorization: other.authorization, 'content-type': 'application/json' }
  const served = await fetch(`http://127.0.0.1:${at}${path}`, { method: 'POST', headers, body })
  expect(served.status).toBe(422)
  expect(small()).toBe('')
})

/** The stream of a listing's output, and a key that may follow it. */
async function output(slug: string) {
  const key = await api.key(await api.organization(slug), ['publish'])
  const { id } = await api.as(key.authorization).createListing({
    params: { org: slug },
    body: { appName: 'one', title: 'One', variant: 'connected' },
  })
  return { key, path: `/api/v1/listings/${id}/logs/stream` }
}

it('a stream of container output ends with its API key, and each key has a limited number of streams', async () => {
  const { key, path } = await output('acme')
  const url = `http://127.0.0.1:${port}${path}`
  const open = () => fetch(url, { headers: { authorization: key.authorization } })
  // One after another: a busy machine has no twenty connections to its database at once.
  const streams: Response[] = []
  for (let opened = 0; opened < 20; opened += 1) streams.push(await open())
  expect(streams.map((stream) => stream.status)).toEqual(Array(20).fill(200))
  const refused = await open()
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'rate_limited'])
  await revokeKey(api.platform, (await apiKeyById(api.platform.db, key.id)) as ApiKey, byPlatform)
  // Each of them ends by itself; before, only its reader could end it.
  await Promise.all(streams.map((stream) => stream.text()))
})

it.each(['its credential', 'what it is about'])(
  'a caller who goes away while a stream looks up %s keeps no share of streams',
  async (what) => {
    const { key, path } = await output(what === 'its credential' ? 'hasty' : 'hastier')
    let goesAway = true
    let asked = Promise.withResolvers<void>()
    let closed = Promise.withResolvers<void>()
    const untilGone = async () => {
      asked.resolve()
      await closed.promise
    }
    const { strangers } = api.platform
    const look: Strangers['look'] = async (...shown) => {
      if (goesAway && what === 'its credential') await untilGone()
      return strangers.look(...shown)
    }
    const routes = allRoutes(api.platform).map((route) => ({
      ...route,
      handler: {
        ...route.handler,
        subject: async (told: Parameters<Route['handler']['subject']>[0]) => {
          if (goesAway && what === 'what it is about') await untilGone()
          return route.handler.subject(told)
        },
      },
    }))
    const app = await listening({ ...api.platform, strangers: { look } }, routes)
    app.server.on('connection', (socket) => void socket.once('close', () => closed.resolve()))
    const options = { port: portOf(app), path, headers: { authorization: key.authorization }, agent: false }
    for (let opened = 0; opened < limits.openStreams.value; opened += 1) {
      asked = Promise.withResolvers()
      closed = Promise.withResolvers()
      const caller = request(options).on('error', () => {})
      caller.end()
      await asked.promise
      caller.destroy()
      await closed.promise
    }
    goesAway = false
    const stays = request(options)
    stays.end()
    const [answer] = (await once(stays, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    answer.destroy()
  },
)
