import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchHandler } from './adapters/fetch.ts'
import { createApp } from './app.ts'
import { GiveUp, TryAgain } from './errors.ts'
import type { AppDefinition } from './handlers.ts'
import { type FakePlatform, startFakePlatform } from './testing/fake-platform.ts'
import { sampleAutofill, sampleEvent, sampleRating } from './testing/samples.ts'

let platform: FakePlatform
beforeAll(async () => {
  platform = await startFakePlatform()
})
afterAll(() => platform.close())

const target = (definition: AppDefinition) =>
  fetchHandler(createApp({ stateApi: platform.stateApi, onError: () => {}, ...definition }))

describe('health', () => {
  it('is 200 without any handler', async () => {
    expect((await target({})(new Request('http://app/health'))).status).toBe(200)
  })
  it('is 503 when the check says no or fails', async () => {
    expect((await target({ health: () => false })(new Request('http://app/health'))).status).toBe(503)
    const failing = target({ health: () => Promise.reject(new Error('no')) })
    expect((await failing(new Request('http://app/health'))).status).toBe(503)
  })
})

describe('webhooks', () => {
  it('reach the handler of their event name, others the star, and unheard ones are done', async () => {
    const heard: string[] = []
    const app = target({
      webhooks: {
        '/named': { 'policy.issue': () => void heard.push('issue') },
        '/star': { 'policy.issue': () => void heard.push('issue'), '*': (event) => void heard.push(`*${event.type}`) },
      },
    })
    const route = platform.route()
    for (const path of ['/named', '/star']) {
      for (const type of ['policy.issue', 'policy.cancel', 'toString']) {
        expect((await platform.send(app, route, path, sampleEvent({ type }))).status).toBe(204)
      }
    }
    expect(heard).toEqual(['issue', 'issue', '*policy.cancel', '*toString'])
  })

  it('answer "give up" with a 4xx that is not retried and never with 410, which would pause the route', async () => {
    const app = target({
      webhooks: {
        '/a': () => Promise.reject(new GiveUp('no such policy', { status: 404 })),
        '/b': () => Promise.reject(new GiveUp('gone', { status: 410 })),
        '/c': () => Promise.reject(new GiveUp('busy', { status: 429 })),
      },
    })
    const route = platform.route()
    expect((await platform.send(app, route, '/a', sampleEvent())).status).toBe(404)
    expect((await platform.send(app, route, '/b', sampleEvent())).status).toBe(422)
    expect((await platform.send(app, route, '/c', sampleEvent())).status).toBe(422)
  })

  it('answer "try again" with 503 and the time to wait', async () => {
    const app = target({ webhooks: { '/a': () => Promise.reject(new TryAgain('busy', { retryAfterSeconds: 12.2 })) } })
    const answer = await platform.send(app, platform.route(), '/a', sampleEvent())
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '13'])
  })

  it('answer a bug with 500 and without its text', async () => {
    const app = target({ webhooks: { '/a': () => Promise.reject(new Error('password=hunter2')) } })
    const answer = await platform.send(app, platform.route(), '/a', sampleEvent())
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('hunter2')
  })

  it.each(['', 'null', '[]', '"text"', '{"a":', '\u0000'])('refuse the body %j for good', async (body) => {
    const app = target({ webhooks: { '/a': () => {} } })
    expect((await platform.send(app, platform.route(), '/a', body)).status).toBe(400)
  })

  it('know their id, attempt and route', async () => {
    let seen: unknown[] = []
    const app = target({
      webhooks: {
        '/a': (_event, context) => {
          seen = [context.webhookId, context.attempt, context.routeId]
        },
      },
    })
    const route = platform.route()
    await platform.send(app, route, '/a', sampleEvent(), { 'webhook-id': 'evt_1', 'x-mkt-attempt': '3' })
    expect(seen).toEqual(['evt_1', 3, route.routeId])
  })
})

describe('autofill', () => {
  it('answers an object also when there is nothing to fill', async () => {
    const app = target({ autofill: { '/a': () => undefined } })
    expect(await (await platform.send(app, platform.route(), '/a', sampleAutofill())).json()).toEqual({})
  })

  it('is aborted when its time is over', async () => {
    const app = target({
      autofill: {
        '/a': (_request, context) =>
          new Promise((_resolve, reject) => {
            context.signal.addEventListener('abort', () => reject(new TryAgain('too late')))
          }),
      },
    })
    const answer = await platform.send(app, platform.route(), '/a', sampleAutofill(), { 'x-mkt-deadline-ms': '20' })
    expect(answer.status).toBe(503)
  })
})

describe('raters', () => {
  it('must price every listed peril', async () => {
    const request = sampleRating()
    const [first, ...others] = request.policyExposurePerils.map((one) => one.perilCharacteristicsLocator)
    const app = target({
      raters: {
        '/some': () => ({ pricedPerilCharacteristics: { [first ?? '']: { premium: '1.00' } } }),
        '/all': () => ({
          pricedPerilCharacteristics: Object.fromEntries([first, ...others].map((name) => [name, { premium: '1.00' }])),
        }),
      },
    })
    const some = await platform.send(app, platform.route(), '/some', request)
    expect(some.status).toBe(422)
    expect(await some.text()).toContain(others[0])
    expect((await platform.send(app, platform.route(), '/all', request)).status).toBe(200)
  })
})

describe('lifecycle hooks', () => {
  it('by name are a GET below /_app/ with the address of the route', async () => {
    const seen: string[] = []
    const app = target({ lifecycle: { install: (call) => void seen.push(`${call.hook} ${call.route}`) } })
    const route = platform.route()
    expect((await platform.hook(app, route, 'install')).status).toBe(200)
    expect(seen).toEqual([`install https://gateway.invalid/${route.routeId}`])
    expect((await platform.hook(app, route, 'stop')).status).toBe(404)
  })

  it('by path are a POST and may go on in the background', async () => {
    const app = target({
      lifecycle: { '/hooks': () => ({ pollAt: '/hooks/progress' }) },
      routes: { 'GET /hooks/progress': () => ({ status: 204 }) },
    })
    const answer = await platform.send(app, platform.route(), '/hooks', { hook: 'install' })
    expect([answer.status, answer.headers.get('location')]).toEqual([202, '/hooks/progress'])
    expect((await app(new Request('http://app/hooks/progress'))).status).toBe(204)
  })

  it('with a name that does not exist are refused at the start', () => {
    expect(() => createApp({ lifecycle: { instal: () => {} } as never })).toThrow(/no lifecycle hook/)
  })
})

describe('paths', () => {
  it('unknown ones are 404, known ones with another method 405', async () => {
    const app = target({ webhooks: { '/a': () => {} } })
    expect((await app(new Request('http://app/nowhere'))).status).toBe(404)
    const wrong = await app(new Request('http://app/a'))
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('cannot have two handlers', () => {
    expect(() => createApp({ webhooks: { '/a': () => {} }, autofill: { '/a': () => undefined } })).toThrow(
      /two handlers/,
    )
  })
})

describe('the state in a handler', () => {
  it('is read once for a request, however often it is asked for', async () => {
    const app = target({
      autofill: {
        '/a': async (_request, context) => {
          await Promise.all([context.state(), context.state(), context.settings()])
          return { fieldValues: { greeting: [await context.setting('greeting')] } }
        },
      },
    })
    const route = platform.route({ settings: { greeting: 'Hello' } })
    const answer = await platform.send(app, route, '/a', sampleAutofill())
    expect(await answer.json()).toEqual({ fieldValues: { greeting: ['Hello'] } })
    expect(route.reads).toBe(1)
  })

  it('that is missing, unknown or closed makes the platform give up; one that is away makes it try again', async () => {
    const app = target({ webhooks: { '/a': async (_event, context) => void (await context.state()) } })
    const statusOf = async (status: number, code: string) => {
      const route = platform.route()
      route.fail(status, code)
      const answer = await platform.send(app, route, '/a', sampleEvent())
      return [answer.status, answer.headers.get('retry-after')]
    }
    expect(await statusOf(404, 'key_unknown')).toEqual([422, null])
    expect(await statusOf(410, 'route_inactive')).toEqual([422, null])
    expect(await statusOf(503, 'tenant_unavailable')).toEqual([503, '7'])
    expect(await statusOf(502, 'proxy_mood')).toEqual([503, '7'])
    const bare = new Request('http://app/a', { method: 'POST', body: JSON.stringify(sampleEvent()) })
    expect((await app(bare)).status).toBe(422)
  })
})

it('tells a refusal in one line with route and request, and never the key', async () => {
  const lines: string[] = []
  const print = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)))
  const app = createApp({
    stateApi: 'http://127.0.0.1:9',
    raters: {
      '/rate': () => {
        throw new GiveUp('The rate table is no JSON.')
      },
    },
    autofill: { '/fill': async (_request, context) => ({ fieldValues: { a: [await context.setting('a')] } }) },
  })
  const headers = { 'x-mkt-key': 'the-key', 'x-mkt-route': 'r1', 'x-request-id': 'req_1' }
  const ask = (url: string) =>
    app.handle({ method: 'POST', url, headers, body: async () => new TextEncoder().encode('{}') })
  expect((await ask('/rate')).status).toBe(422)
  expect((await ask('/fill')).status).toBe(503)
  print.mockRestore()
  expect(lines).toEqual([
    'POST /rate route=r1 request=req_1 422 give_up: The rate table is no JSON.',
    expect.stringMatching(/^POST \/fill route=r1 request=req_1 503 state_unreachable: /),
  ])
  expect(lines.join()).not.toContain('the-key')
})
