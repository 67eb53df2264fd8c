import { expect, test } from 'vitest'
import { createTraffic } from '../../actions/traffic/traffic.ts'
import { insertCalls } from '../../store/call/calls.ts'
import { testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testWorld } from '../../testing/world/world.ts'

const api = await testApi()
const organization = await api.organization('customer')
const owner = await api.person({ role: 'owner', organization })
const world = await testWorld(api, organization, owner.id)
const installationId = world.installations ?? ''
const route = { installationId, organizationId: organization.id }
// Only the calls of this file count.
await api.database.pool.query('delete from call')

const call = (at: Date, change: object = {}) => ({
  id: newId('cal', at),
  installationId,
  organizationId: organization.id,
  listingId: world.listings ?? '',
  kind: 'rater' as const,
  method: 'POST',
  path: '/rate',
  at,
  status: 200,
  code: null,
  durationMs: 20,
  requestSize: 100,
  answerSize: 50,
  instanceId: null,
  requestId: 'req_1',
  traceId: null,
  fallback: null,
  ...change,
})
const now = api.platform.clock.now()
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
await insertCalls(api.database.pool, [
  call(ago(1)),
  call(ago(2), { status: 504, code: 'app_timeout', durationMs: 400 }),
  call(ago(3), { kind: 'autofill' }),
  call(ago(100)),
])
const get = async (path: string) =>
  (
    await api.app.inject({ method: 'GET', url: `/api/v1${path}`, headers: { authorization: owner.authorization } })
  ).json()

test('calls are listed newest first, by kind and time', async () => {
  const { items } = await get(`/installations/${installationId}/calls`)
  expect(items.map((item: { status: number }) => item.status)).toEqual([200, 504, 200, 200])
  expect((await get(`/installations/${installationId}/calls?kind=autofill`)).items).toHaveLength(1)
  expect((await get(`/installations/${installationId}/calls?to=${ago(50).toISOString()}`)).items).toHaveLength(1)
})

test.each(['installations', 'listings'])('figures of %s count calls, failures and time by kind', async (collection) => {
  const answer = await get(`/${collection}/${world[collection]}/calls/figures`)
  expect(answer.kinds).toEqual([
    { kind: 'autofill', calls: 1, failed: 0, p50Ms: 20, p95Ms: 20, requestBytes: 100, answerBytes: 50 },
    { kind: 'rater', calls: 2, failed: 1, p50Ms: 210, p95Ms: 381, requestBytes: 200, answerBytes: 100 },
  ])
  // That of all calls is of their durations, 20, 20 and 400: none of the kinds has it.
  expect(answer.p95Ms).toBe(362)
  expect((await get(`/${collection}/${world[collection]}/calls/figures?hours=200`)).kinds[1].calls).toBe(3)
})

test('traffic tells deliveries and calls over time, with a point where nothing happened', async () => {
  const traffic = createTraffic(api.platform)
  traffic.note(route, 'call', { durationMs: 20, failed: false })
  traffic.note(route, 'delivery', { durationMs: 300, failed: true })
  await traffic.stop()
  const day = await get(`/installations/${installationId}/traffic`)
  expect(day).toMatchObject({ stepSeconds: 900, from: day.points[0].at })
  expect(day.points).toHaveLength(96)
  const { calls, deliveries } = day.points.at(-1)
  expect(calls).toMatchObject({ requests: 1, failed: 0 })
  expect(deliveries).toMatchObject({ requests: 1, failed: 1 })
  expect(day.points[0].calls).toEqual({ requests: 0, failed: 0, p50Ms: null, p95Ms: null, slowestMs: null })
  expect((await get(`/installations/${installationId}/traffic?hours=168`)).points).toHaveLength(84)
  const quarter = await get(`/installations/${installationId}/traffic?minutes=15`)
  expect(quarter).toMatchObject({ stepSeconds: 60 })
  expect(quarter.points).toHaveLength(15)
  expect(quarter.points.at(-1)).toMatchObject({ calls: { requests: 1 }, deliveries: { requests: 1, failed: 1 } })
  expect(await get(`/installations/${installationId}/traffic?minutes=61`)).toMatchObject({ code: 'request_invalid' })
  expect(await get(`/installations/${installationId}/traffic?hours=169`)).toMatchObject({ code: 'request_invalid' })
})

test('a list of installations shows what each was asked in the last day, and never those of another organization', async () => {
  await api.database.pool.query('delete from traffic')
  const traffic = createTraffic(api.platform)
  traffic.note(route, 'call', { durationMs: 7, failed: false })
  traffic.note(route, 'delivery', { durationMs: 6, failed: true })
  traffic.note({ installationId: 'ins_stranger', organizationId: 'org_stranger' }, 'call', {
    durationMs: 7,
    failed: false,
  })
  await traffic.stop()
  const { installations } = await get(`/organizations/customer/traffic?ids=${installationId},ins_stranger`)
  expect(installations).toMatchObject([{ installationId, requests: 2, failed: 1, p95Ms: 7 }])
  expect(installations[0].hours).toHaveLength(24)
  expect(installations[0].hours.at(-1)).toEqual({ requests: 2, failed: 1 })
  const many = Array.from({ length: 101 }, (_, index) => `i${index}`).join(',')
  expect((await get(`/organizations/customer/traffic?ids=${many}`)).status).toBe(422)
})

test('a chart marks when another release ran and another configuration was saved, and nothing else', async () => {
  const entry = (kind: string, details: object, message: string) =>
    api.platform.db
      .insertInto('installation_entry')
      .values({
        ...{ id: newId('log', now), installation_id: installationId, at: now, level: 'info' as const },
        ...{ kind, message, details: JSON.stringify(details) },
      })
      .execute()
  await entry('release', { version: '2.0.0' }, 'Upgrade to release 2.0.0 requested.')
  await entry('release', { version: '2.0.0', runs: true }, 'The installation runs release 2.0.0 now.')
  await entry('configuration', {}, 'Revision 3 was saved.')
  await entry('state', {}, 'It runs.')
  const { marks } = await get(`/installations/${installationId}/traffic?hours=1`)
  expect(marks.map(({ kind, text }: { kind: string; text: string }) => [kind, text]).sort()).toEqual([
    ['configuration', 'Revision 3 was saved.'],
    ['release', 'The installation runs release 2.0.0 now.'],
  ])
})
