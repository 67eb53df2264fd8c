import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { Registry } from 'prom-client'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRouteTable } from '../actions/route/route-table.ts'
import { storedRoutes } from '../store/route/routes.ts'
import { type RelayWorld, relayWorld, type StateRecord } from '../testing/gateway/relay-world.ts'
import { startRelay } from './server.ts'

let world: RelayWorld
let id: string
let record: StateRecord
beforeAll(async () => {
  world = await relayWorld()
  id = await world.launched()
  await world.setRelay('write')
  // The token behind the relay is obtained from the simulator; the policy systems of these tests accept any.
  expect((await ask('/v1/ping/authorized')).status).toBe(200)
})
afterEach(() => world.backToSimulator())

async function ask(path: string, init: RequestInit & { duplex?: 'half' } = {}) {
  record = await world.record(id)
  return send(path, init)
}

/** With the state that was read last. */
function send(path: string, init: RequestInit & { duplex?: 'half' } = {}) {
  const headers = { authorization: `Bearer ${record.token}`, ...init.headers }
  return fetch(record.platformApiUrl + path, { ...init, headers })
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

describe('an application that knows nothing of the relay', () => {
  it('finds base path, redirects and links as without it', async () => {
    const seen: string[] = []
    const origin = await world.policySystem((incoming, response) => {
      seen.push(`${incoming.method} ${incoming.url}`)
      const { url = '' } = incoming
      if (url === '/api/moved') response.writeHead(302, { location: `${origin}/api/policy/1` }).end()
      else if (url === '/api/near') response.writeHead(307, { location: '/documents/2' }).end()
      else
        response
          .setHeader('content-type', 'application/json')
          .setHeader('link', `<${origin}/api/p?2>; rel="next"`)
          .end(
            JSON.stringify({
              url,
              self: `${origin}/api${url}`,
              document: `${origin}/documents/2`,
              else: 'https://other.test/',
            }),
          )
    })
    const moved = await ask('/moved')
    expect(moved.url).toBe(`${record.platformApiUrl}/policy/1`)
    expect(moved.headers.get('link')).toBe(`<${record.platformApiUrl}/p?2>; rel="next"`)
    const relay = `http://127.0.0.1:${world.relay.port}`
    const body = (await moved.json()) as Record<string, string>
    expect(body).toEqual({
      url: '/api/policy/1',
      self: `${record.platformApiUrl}/api/policy/1`.replace('/api/', '/api/'),
      document: `${relay}/documents/2`,
      else: 'https://other.test/',
    })
    const near = await ask('/near')
    expect(((await near.json()) as { url: string }).url).toBe('/documents/2')
    // A link from an answer is followed with the same token.
    const headers = { authorization: `Bearer ${record.token}` }
    expect((await fetch(body.document ?? '', { headers })).status).toBe(200)
    expect(seen).toEqual([
      'GET /api/moved',
      'GET /api/policy/1',
      'GET /api/near',
      'GET /documents/2',
      'GET /documents/2',
    ])
  })

  it('sends links back as the policy system wrote them', async () => {
    let received = ''
    const origin = await world.policySystem(async (incoming, response) => {
      received = await textOf(incoming)
      response.end()
    })
    const body = { a: `${record.platformApiUrl}/policy/1`, b: `http://127.0.0.1:${world.relay.port}/documents/2` }
    await ask('/policy', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(JSON.parse(received)).toEqual({ a: `${origin}/api/policy/1`, b: `${origin}/documents/2` })
  })

  it('has its headers passed on but those of the connection, and never sees a cookie', async () => {
    let seen: IncomingMessage['headers'] = {}
    await world.policySystem((incoming, response) => {
      seen = incoming.headers
      response.setHeader('set-cookie', 'session=1').setHeader('x-custom', 'yes').end('ok')
    })
    const answer = await ask('/a', { headers: { 'x-app': '1', cookie: 'a=b', 'x-forwarded-for': '1.2.3.4' } })
    expect(seen).toMatchObject({ 'x-app': '1', authorization: expect.stringMatching(/^Bearer /) })
    expect(seen.authorization).not.toContain(record.token)
    expect([seen.cookie, seen['x-forwarded-for'], seen['accept-encoding']]).toEqual([undefined, undefined, 'identity'])
    expect([answer.headers.get('set-cookie'), answer.headers.get('x-custom')]).toEqual([null, 'yes'])
  })

  it('streams both ways: the beginning of an answer arrives while the request still flows', async () => {
    const big = Buffer.alloc(6 * 1024 * 1024, 'x')
    await world.policySystem((incoming, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      incoming.pipe(response)
    })
    record = await world.record(id)
    const url = new URL(`${record.platformApiUrl}/echo`)
    const headers = { authorization: `Bearer ${record.token}`, 'transfer-encoding': 'chunked' }
    const outgoing = request(url, { method: 'POST', headers })
    outgoing.write('first')
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    const [chunk] = (await once(answer, 'data')) as [Buffer]
    expect(chunk.toString()).toBe('first')
    let size = chunk.length
    answer.on('data', (part: Buffer) => {
      size += part.length
    })
    outgoing.end(big)
    await once(answer, 'end')
    expect(size).toBe(big.length + 5)
  })
})

describe('an application that floods or hangs', () => {
  it('has 100 requests in progress and gets 429 for more, while others are served', async () => {
    const other = await world.launched()
    const held: ServerResponse[] = []
    await world.policySystem((incoming, response) => {
      if (incoming.url === '/api/slow') held.push(response)
      else response.end('quick')
    })
    // The state is read once: a hundred reads at one moment would wait for each other, and each for two seconds at most.
    record = await world.record(id)
    const slow = Array.from({ length: 100 }, () => send('/slow'))
    await expect.poll(() => held.length).toBe(100)
    const more = await ask('/slow')
    expect([more.status, ((await more.json()) as { code: string }).code]).toEqual([429, 'too_busy'])
    expect(more.headers.get('retry-after')).toBe('1')
    const theirs = await world.record(other)
    const quick = await fetch(`${theirs.platformApiUrl}/quick`, { headers: { authorization: theirs.token } })
    expect(await quick.text()).toBe('quick')
    for (const response of held) response.end('done')
    expect((await Promise.all(slow)).every(({ status }) => status === 200)).toBe(true)
    await expect.poll(() => world.relay.running).toBe(0)
  })

  it('that goes away ends its request in the policy system too', async () => {
    const closed = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    await world.policySystem((_incoming, response) => {
      response.once('close', () => closed.resolve())
      arrived.resolve()
    })
    const leaving = new AbortController()
    const asked = ask('/never', { signal: leaving.signal }).catch(() => 'gone')
    await arrived.promise
    leaving.abort()
    expect(await asked).toBe('gone')
    await closed.promise
    await expect.poll(() => world.relay.running).toBe(0)
  })
})

describe('a policy system that cannot be reached', () => {
  it('is our problem, 503 with a time to try again', async () => {
    const origin = await world.policySystem((_incoming, response) => void response.destroy())
    const answer = await ask('/policy/1')
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'tenant_unavailable'])
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(origin).toContain('127.0.0.1')
  })

  it('breaks the connection when it dies in the middle of an answer', async () => {
    await world.policySystem((_incoming, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setImmediate(() => response.destroy())
    })
    const answer = await ask('/policy/1')
    await expect(answer.text()).rejects.toThrow()
  })
})

it('a process that ends lets a request to a slow policy system be answered for 35 s, and cuts what takes longer', async () => {
  const held = new Map<string, ServerResponse>()
  await world.policySystem((incoming, response) => void held.set(incoming.url ?? '', response))
  record = await world.record(id)
  const { platform, database } = world
  const routes = await createRouteTable(storedRoutes(platform.db), platform.changes, platform.log)
  const options = { host: '127.0.0.1', port: 0, pool: database.pool, routes }
  const ending = await startRelay({ ...platform, metrics: new Registry() }, options)
  const ask = (path: string) => {
    const url = new URL(record.platformApiUrl + path)
    url.port = `${ending.port}`
    return fetch(url, { headers: { authorization: `Bearer ${record.token}` } })
  }
  const late = ask('/late')
  const never = ask('/never').catch(() => 'cut')
  await expect.poll(() => held.size).toBe(2)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const stopped = ending.stop()
    vi.advanceTimersByTime(34_900)
    held.get('/api/late')?.end('done')
    expect(await (await late).text()).toBe('done')
    vi.advanceTimersByTime(200)
    await stopped
  } finally {
    vi.useRealTimers()
    routes.close()
  }
  expect(await never).toBe('cut')
})
