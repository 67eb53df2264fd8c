import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { QueueFull } from '../../lib/sharing/fair-queue.ts'
import type { Strangers } from '../../lib/sharing/strangers.ts'
import { statementsOf } from '../../testing/database/statements.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { registerDocs } from '../docs/docs.ts'
import { registerHealth } from '../platform/health.ts'
import { allRoutes } from '../routes.ts'
import type { Route } from './route.ts'
import { createApiServer } from './server.ts'

let api: TestApi
let owner: string

beforeAll(async () => {
  api = await testApi()
  owner = (await api.person({ role: 'owner', organization: await api.organization('acme') })).authorization
})

async function server(requestsPerMinute: number, routes: readonly Route[] = allRoutes(api.platform)) {
  const app = await createApiServer(api.platform, routes, {
    version: 'test',
    trustedProxies: [],
    anyOwnHost: false,
    requestsPerMinute,
  })
  atEnd(() => app.close())
  registerHealth(app, api.platform, () => ({}))
  registerDocs(app)
  return app
}

describe('the rate limit', () => {
  it('is told in every answer under /api/v1 and ends in 429 with the time to wait', async () => {
    const app = await server(2)
    const ask = () => app.inject({ url: '/api/v1/me', headers: { authorization: owner } })
    const first = await ask()
    expect([first.statusCode, first.headers['ratelimit-limit'], first.headers['ratelimit-remaining']]).toEqual([
      200,
      '2',
      '1',
    ])
    expect(first.headers['ratelimit-reset']).toMatch(/^\d+$/)
    await ask()
    const third = await ask()
    expect(third.statusCode).toBe(429)
    expect(third.headers['content-type']).toContain('application/problem+json')
    expect(third.json()).toMatchObject({ code: 'rate_limited', status: 429, requestId: expect.any(String) })
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('counts each credential by itself', async () => {
    const app = await server(1)
    const other = (await api.person()).authorization
    const ask = (authorization: string) => app.inject({ url: '/api/v1/me', headers: { authorization } })
    expect([await ask(owner), await ask(other)].map((answer) => answer.statusCode)).toEqual([200, 200])
    expect((await ask(owner)).statusCode).toBe(429)
  })

  it('invented bearer tokens do not evade it: they count for their address, without cost for verified callers there', async () => {
    const app = await server(3)
    const ask = (authorization: string, remoteAddress = '203.0.113.66') =>
      app.inject({ url: '/api/v1/me', headers: { authorization }, remoteAddress })
    expect((await ask(owner)).statusCode).toBe(200)
    const invented = Array.from({ length: 5 }, (_, at) => `Bearer mse_invented${at}`)
    const statuses: number[] = []
    for (const one of invented) statuses.push((await ask(one)).statusCode)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect((await ask(owner)).statusCode).toBe(200)
    expect((await ask('Bearer mse_other', '198.51.100.7')).statusCode).toBe(401)
  })

  it('also counts all keys of an organization together: more keys give no larger share', async () => {
    const app = await server(1)
    const organization = await api.organization('manykeys')
    const ask = async (authorization: string) =>
      (await app.inject({ url: '/api/v1/listings', headers: { authorization } })).json()
    const answers = []
    for (let made = 0; made < 6; made += 1)
      answers.push(await ask((await api.key(organization, ['manage'])).authorization))
    expect(answers.map(({ code }) => code)).toEqual([...Array(5).fill(undefined), 'rate_limited'])
    expect(answers[5].message ?? answers[5].detail).toContain('of all keys of your organization together')
    const other = await api.key(await api.organization('fewkeys'), ['manage'])
    expect((await ask(other.authorization)).code).toBeUndefined()
  })

  it('counts all sessions of a person together', async () => {
    const app = await server(2)
    const person = await api.person()
    const second = await api.session(person.id)
    const ask = (authorization: string) => app.inject({ url: '/api/v1/me', headers: { authorization } })
    const answers = [await ask(person.authorization), await ask(second), await ask(person.authorization)]
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 429])
  })

  it('outside the API requests over the limit are delayed, by address, and health checks are not', async () => {
    const parties: string[] = []
    const wait = (party: string) => {
      parties.push(party)
      return Promise.resolve()
    }
    const options = { version: 'test', trustedProxies: [], anyOwnHost: false }
    const app = await createApiServer(api.platform, allRoutes(api.platform), {
      ...options,
      elsewhere: { wait, giveBack: () => {} },
    })
    atEnd(() => app.close())
    app.get('/healthz', async () => 'fine')
    app.get('/v2/', async () => 'an image')
    const ask = async (url: string) => (await app.inject({ url, remoteAddress: '203.0.113.7' })).statusCode
    expect([await ask('/v2/'), await ask('/nothing'), await ask('/api/v1/nothing')]).toEqual([200, 404, 404])
    expect(parties).toEqual(Array(3).fill('203.0.113.7'))
    expect([await ask('/healthz'), await ask('/api/v1/openapi.json')]).toEqual([200, 200])
    expect(parties).toHaveLength(3)
  })

  it('outside the API nothing is done for a request whose connection is closed because too many are delayed', async () => {
    const elsewhere = { wait: () => Promise.reject(new Error('too many wait')), giveBack: () => {} }
    const options = { version: 'test', trustedProxies: [], anyOwnHost: false, elsewhere }
    const app = await createApiServer(api.platform, allRoutes(api.platform), options)
    atEnd(() => app.close())
    const asked: string[] = []
    app.get('/v2/', async ({ url }) => asked.push(url))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    await expect(fetch(`http://127.0.0.1:${port}/v2/`)).rejects.toThrow('fetch failed')
    expect(asked).toEqual([])
  })

  it('exists only under /api/v1', async () => {
    const app = await server(1)
    for (const url of ['/healthz', '/healthz', '/docs', '/docs']) {
      const answer = await app.inject({ url })
      expect(answer.statusCode, url).not.toBe(429)
      expect(answer.headers['ratelimit-limit']).toBeUndefined()
    }
  })
})

describe('a stranger', () => {
  it('shows a credential in the turn of its address, whichever kind it is and wherever it is shown', async () => {
    const parties: string[] = []
    const look: Strangers['look'] = async (party, _shown, lookUp) => {
      parties.push(party)
      return lookUp(false)
    }
    const app = await createApiServer({ ...api.platform, strangers: { look } }, allRoutes(api.platform), {
      version: 'test',
      trustedProxies: [],
      anyOwnHost: false,
    })
    atEnd(() => app.close())
    const basic = `Basic ${Buffer.from('mci_x:wrong').toString('base64')}`
    const ask = (headers: Record<string, string>) =>
      app.inject({ url: '/api/v1/me', headers, remoteAddress: '203.0.113.9' })
    const statuses = [
      await ask({ authorization: 'Bearer mse_invented' }),
      await ask({ authorization: basic }),
      await ask({ cookie: 'mkt_session=mse_invented' }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([401, 401, 401])
    expect(parties).toEqual(Array(3).fill('203.0.113.9'))
  })

  it('is looked up together with others that come at the same time, and one of them who is right comes in', async () => {
    const app = await server(1_000)
    const key = await api.key(await api.organization('gathered'), ['manage'])
    const invented = Array.from({ length: 40 }, (_, at) => [
      `Bearer mse_invented${at}`,
      `Basic ${Buffer.from(`mci_invented${at}:wrong`).toString('base64')}`,
    ]).flat()
    const statuses = new Map<string, number>()
    const asked = await statementsOf(() =>
      Promise.all(
        [...invented, key.authorization].map(async (authorization) => {
          const { statusCode } = await app.inject({ url: '/api/v1/listings', headers: { authorization } })
          statuses.set(authorization, statusCode)
        }),
      ),
    )
    expect([statuses.get(key.authorization), invented.filter((one) => statuses.get(one) !== 401)]).toEqual([200, []])
    const lookUps = asked.filter((text) => /from "(session|api_key)"/.test(text))
    expect(lookUps.length).toBeLessThan(10)
  })

  it('is told to wait where too many wrong credentials come from its address', async () => {
    const look = async () => {
      throw new QueueFull('party')
    }
    const app = await createApiServer({ ...api.platform, strangers: { look } }, allRoutes(api.platform), {
      version: 'test',
      trustedProxies: [],
      anyOwnHost: false,
    })
    atEnd(() => app.close())
    const answer = await app.inject({ url: '/api/v1/me', headers: { authorization: 'Bearer mse_invented' } })
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([429, 'rate_limited', '60'])
  })

  it('the body of an unauthenticated request is not read', async () => {
    const send = (authorization: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/organizations',
        headers: { authorization, 'content-type': 'application/json' },
        payload: '{"name": ',
      })
    expect((await send('Bearer mse_invented')).statusCode).toBe(401)
    expect((await send(owner)).statusCode).toBe(400)
  })

  it('sends little to sign in: a larger body is not read', async () => {
    const payload = { email: 'a@b.test', password: 'x'.repeat(70_000) }
    const answer = await api.app.inject({ method: 'POST', url: '/api/v1/session', payload })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'body_too_large'])
  })
})

describe('every answer', () => {
  it('has a request id, is not cached, and is a problem with all its fields when it fails', async () => {
    const answer = await api.app.inject({ url: '/api/v1/listings/lst_none', headers: { authorization: owner } })
    const requestId = answer.headers['x-request-id']
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toEqual({
      type: expect.any(String),
      title: expect.any(String),
      status: 404,
      detail: expect.any(String),
      code: 'not_found',
      requestId,
    })
  })

  it('holds nothing but what its description names', async () => {
    const [route] = allRoutes(api.platform).filter((one) => one.id === 'getMe')
    if (route === undefined) throw new Error('getMe is gone')
    const leaky = {
      ...route,
      handler: {
        ...route.handler,
        handle: async (told: never) => ({
          ...((await route.handler.handle(told)) as object),
          passwordHash: 'scrypt$1',
        }),
      },
    } as unknown as Route
    const app = await server(100, [leaky])
    const answer = await app.inject({ url: '/api/v1/me', headers: { authorization: owner } })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain('scrypt')
  })

  it('of a bug is 500 with a request id and nothing of what happened', async () => {
    const [route] = allRoutes(api.platform).filter((one) => one.id === 'getMe')
    const broken = {
      ...route,
      handler: {
        ...route?.handler,
        handle: () => {
          throw new Error('select password from person')
        },
      },
    } as unknown as Route
    const app = await server(100, [broken])
    const answer = await app.inject({ url: '/api/v1/me', headers: { authorization: owner } })
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal'])
    expect(answer.body).not.toContain('password')
  })
})

describe('a request', () => {
  it('with a method that its address does not take is 405 and told which ones it takes', async () => {
    const answer = await api.app.inject({ method: 'PUT', url: '/api/v1/me?x=1', headers: { authorization: owner } })
    expect([answer.statusCode, answer.json().code, answer.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD, PATCH',
    ])
    const nowhere = await api.app.inject({ method: 'PUT', url: '/api/v1/mine', headers: { authorization: owner } })
    expect([nowhere.statusCode, nowhere.json().code]).toEqual([404, 'not_found'])
  })

  it('is told about each wrong field at once, by pointer and rule', async () => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/v1/organizations/acme/listings',
      headers: { authorization: owner },
      payload: {
        appName: 'Not A Name',
        variant: 'other',
        summary: 'a\nb',
        links: [{ title: '', url: 'ftp://x' }],
        x: 1,
      },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'request_invalid'])
    const pointers = (answer.json().problems as { pointer: string }[]).map((row) => row.pointer)
    expect([...new Set(pointers)].sort()).toEqual(
      ['/appName', '/links/0/title', '/links/0/url', '/summary', '/title', '/variant', '/x'].sort(),
    )
  })

  it('is told what is missing in the same words, whatever kind of value it would be', async () => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/v1/organizations/acme/listings',
      headers: { authorization: owner },
      payload: {},
    })
    const problems = answer.json().problems as { pointer: string; rule: string }[]
    expect(problems.map((row) => [row.pointer, row.rule])).toEqual(
      ['/appName', '/title', '/variant'].map((pointer) => [pointer, 'request.property.missing']),
    )
  })

  it('with a body that is no JSON or of another type is refused before anything is done', async () => {
    const send = (type: string, payload: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/organizations',
        headers: { authorization: owner, 'content-type': type },
        payload,
      })
    expect((await send('application/json', '{"name": ')).json()).toMatchObject({ status: 400, code: 'body_malformed' })
    expect((await send('text/plain', 'x')).json()).toMatchObject({ status: 415, code: 'media_type_unsupported' })
    expect((await send('image/png', 'x')).json()).toMatchObject({ status: 415, code: 'media_type_unsupported' })
  })

  it('with a body that is JSON but no object is told so, with null too', async () => {
    for (const payload of ['null', '[]', '"x"', '5']) {
      const answer = await api.app.inject({
        method: 'PATCH',
        url: '/api/v1/organizations/acme',
        headers: { authorization: owner, 'content-type': 'application/json' },
        payload,
      })
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'request_invalid'])
    }
  })

  it('with a NUL character finds nothing in a path and is told of it elsewhere', async () => {
    const headers = { authorization: owner }
    expect((await api.app.inject({ url: '/api/v1/listings/%00', headers })).json()).toMatchObject({ status: 404 })
    expect((await api.app.inject({ url: '/api/v1/listings?name=%00', headers })).json()).toMatchObject({
      status: 422,
      code: 'request_invalid',
    })
    const signIn = { method: 'POST', url: '/api/v1/session', payload: { email: 'a\0', password: 'b\0' } } as const
    expect((await api.app.inject(signIn)).json()).toMatchObject({ status: 422, code: 'request_invalid' })
  })

  it('with a foreign cursor is told so', async () => {
    for (const cursor of ['%%%', 'bm90IGFuIGlk!', 'YSBi']) {
      const url = `/api/v1/notifications?cursor=${encodeURIComponent(cursor)}`
      const answer = await api.app.inject({ url, headers: { authorization: owner } })
      expect(answer.json().problems).toMatchObject([{ pointer: '/query/cursor', rule: 'request.cursor.unknown' }])
    }
  })
})

it.each([
  ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ['a manifest', `{"manifest":${'{"a":'.repeat(300)}1${'}'.repeat(300)}}`],
])('a body that is nested deeply is refused with a problem: %s', async (_, payload) => {
  const app = await server(1_000)
  for (const [method, url] of [
    ['POST', '/api/v1/organizations/acme/listings'],
    ['PUT', '/api/v1/listings/lst_x/manifest'],
  ] as const) {
    const headers = { authorization: owner, 'content-type': 'application/json' }
    const answer = await app.inject({ method, url, headers, payload })
    expect([answer.statusCode, answer.json().code], url).toEqual([400, 'body_malformed'])
  }
})
