import { expect, test } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { gatewayScene, post } from '../../testing/gateway/gateway-scene.ts'
import { testRoute } from '../../testing/gateway/routes.ts'
import { createLastAnswers } from '../observe/last-answers.ts'

const { database, gateway, launch } = await gatewayScene()
const skip = { autofill: 'skip', rater: 'refuse', maxAgeSeconds: 60 } as const
const last = { autofill: 'block', rater: 'last', maxAgeSeconds: 60 } as const

async function recorded(installationId: string) {
  await gateway.parts.calls.drain()
  return database.db
    .selectFrom('call')
    .select(['status', 'code', 'fallback'])
    .where('installation_id', '=', installationId)
    .orderBy('id')
    .execute()
}

test('where the customer chose to skip, a failing autofill gives an empty update and the call is marked', async () => {
  const { route, url } = await launch((_request, response) => void response.writeHead(500).end('{}'), {
    onFailure: skip,
  })
  const answer = await post(`${url}/autofill`)
  expect([answer.status, await answer.text(), answer.headers.get('x-mkt-fallback')]).toEqual([200, '{}', 'skipped'])
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect((await post(`${url}/rate`)).status).toBe(502)
  expect(await recorded(route.installationId)).toEqual([
    { status: 200, code: 'app_bad_answer', fallback: 'skipped' },
    { status: 502, code: 'app_bad_answer', fallback: null },
  ])
})

test('autofill is skipped as well while nobody runs, and without the caller secret nothing is given', async () => {
  const { url } = await launch(undefined, { onFailure: skip, instances: [] })
  expect((await post(`${url}/autofill`)).status).toBe(200)
  expect((await post(`${url}/rate`)).status).toBe(503)
  expect((await fetch(`${url}/autofill`, { method: 'POST', body: '{}' })).status).toBe(401)
})

test('a rater falls back to its last answer to the same bytes, and to nothing else', async () => {
  let works = true
  const { app, route, url } = await launch(
    (_request, response) => void (works ? response.writeHead(201).end('{"price":1}') : response.writeHead(500).end('')),
    { onFailure: last },
  )
  expect((await post(`${url}/rate`, '{"a":1}')).headers.get('x-mkt-fallback')).toBeNull()
  await gateway.parts.lastAnswers?.drain()
  works = false
  const again = await post(`${url}/rate`, '{"a":1}')
  expect([again.status, await again.json(), again.headers.get('x-mkt-fallback')]).toEqual([200, { price: 1 }, 'last'])
  expect((await post(`${url}/rate`, '{"a": 1}')).status).toBe(502)
  expect((await post(`${url}/rate?x=1`, '{"a":1}')).status).toBe(502)
  expect(app.seen).toHaveLength(4)
  expect((await recorded(route.installationId)).map(({ fallback }) => fallback)).toEqual([null, 'last', null, null])
  const stored = await database.db.selectFrom('last_answer').selectAll().execute()
  expect(stored.every(({ sealed }) => !sealed.includes('price'))).toBe(true)
})

test('an answer that is older than the customer allows is not given', async () => {
  let works = true
  const { route, url } = await launch(
    (_request, response) => void (works ? response.end('{"price":1}') : response.writeHead(500).end('')),
    { onFailure: last },
  )
  await post(`${url}/rate`)
  await gateway.parts.lastAnswers?.drain()
  works = false
  await database.db
    .updateTable('last_answer')
    .set({ at: new Date(Date.now() - 61_000) })
    .where('installation_id', '=', route.installationId)
    .execute()
  expect((await post(`${url}/rate`)).status).toBe(502)
})

test('an application cannot pretend that its answer is a fallback', async () => {
  const { url } = await launch(
    (_request, response) => void response.writeHead(200, { 'x-MKT-fallback': 'last' }).end('{}'),
  )
  expect((await post(`${url}/rate`)).headers.get('x-mkt-fallback')).toBeNull()
})

test('an installation keeps a limited number and size of last answers: the oldest are removed, those of others stay', async () => {
  let now = Date.UTC(2026, 2, 1)
  const clock = { now: () => new Date(now) }
  const keeping = (most: { answers: number; bytes: number; every: number }) =>
    createLastAnswers({ pool: database.pool, vault: gateway.vault, clock, log: silentLog, most })
  const put = async (answers: ReturnType<typeof keeping>, route: ReturnType<typeof testRoute>, text: string) => {
    now += 1_000
    answers.keep(route, '/rate', Buffer.from(text), Buffer.from(`{"answer":"${text}"}`))
    await answers.drain()
  }
  const kept = async (route: ReturnType<typeof testRoute>) =>
    (
      await database.db
        .selectFrom('last_answer')
        .select('at')
        .where('installation_id', '=', route.installationId)
        .orderBy('at')
        .execute()
    ).map(({ at }) => at.getTime())

  const [busy, other] = [testRoute(), testRoute()]
  const few = keeping({ answers: 3, bytes: 1_000_000, every: 2 })
  await put(few, other, 'other')
  for (let index = 0; index < 9; index += 1) await put(few, busy, `request ${index}`)
  expect(await kept(busy)).toEqual([now - 2_000, now - 1_000, now])
  expect(await kept(other)).toHaveLength(1)

  const small = keeping({ answers: 100, bytes: 5_000, every: 1 })
  for (let index = 0; index < 5; index += 1) await put(small, busy, String(index).padEnd(1_500, '.'))
  expect(await kept(busy)).toEqual([now])
})
