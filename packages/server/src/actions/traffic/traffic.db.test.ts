import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { hourlyTraffic, pruneTraffic, trafficOf } from '../../store/traffic/traffic.ts'
import { startTestDeliveries } from '../../testing/gateway/deliveries.ts'
import { startTestGateway } from '../../testing/gateway/gateway.ts'
import { callerSecret, testRoute } from '../../testing/gateway/routes.ts'
import { startAppServer } from '../../testing/http/app-server.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { createTraffic } from './traffic.ts'

const { platform, clock, database } = await testPlatform()
const { db } = platform
const quick = { durationMs: 8, failed: false }
const of = (installationId: string) => ({ installationId, organizationId: 'org_traffic' })
const rowsOf = (installationId: string) => trafficOf(db, installationId, new Date(0))

it('counts calls and attempts to deliver, the failed ones too, and those for which nobody was there', async () => {
  const traffic = createTraffic(platform)
  const gateway = await startTestGateway(database, { traffic })
  const { changes } = platform
  const worker = startTestDeliveries(database, gateway.routes, gateway.vault, { changes, traffic, schedule: [0, 0.01] })
  const app = await startAppServer(({ url }, response) => {
    response.writeHead(url === '/hooks' ? 503 : 200).end('{}')
  })
  atEnd(async () => {
    await worker.stop()
    await gateway.stop()
    await app.close()
  })
  const route = gateway.routes.add(testRoute({ instances: [app.instance] }))
  const headers = { 'x-mkt-caller': callerSecret }
  const url = `${gateway.url}/${route.routeId}`
  expect((await fetch(`${url}/x`, { headers })).status).toBe(200)
  expect((await fetch(`${url}/hooks`, { method: 'POST', headers, body: '{}' })).status).toBe(202)
  const empty = gateway.routes.add(testRoute({ instances: [], installationId: route.installationId }))
  expect((await fetch(`${gateway.url}/${empty.routeId}/x`, { headers })).status).toBe(503)
  // A stranger is nobody's call.
  expect((await fetch(`${gateway.url}/${empty.routeId}/x`)).status).toBe(401)
  await eventually(async () => {
    await traffic.flush()
    expect((await rowsOf(route.installationId)).find(({ kind }) => kind === 'delivery')?.requests).toBe(2)
  })
  const rows = await rowsOf(route.installationId)
  expect(rows.find(({ kind }) => kind === 'delivery')).toMatchObject({ requests: 2, failed: 2 })
  expect(rows.find(({ kind }) => kind === 'call')).toMatchObject({ requests: 2, failed: 1 })
  await traffic.stop()
})

it('adds up over all processes, by slots of five minutes', async () => {
  const [here, elsewhere] = [createTraffic(platform), createTraffic(platform)]
  here.note(of('ins_sum'), 'call', quick)
  elsewhere.note(of('ins_sum'), 'call', { durationMs: 400, failed: true })
  await Promise.all([here.flush(), elsewhere.flush()])
  clock.advance(5 * 60_000)
  here.note(of('ins_sum'), 'call', quick)
  await here.stop()
  await elsewhere.stop()
  const rows = await rowsOf('ins_sum')
  const sums = rows.map(({ requests, failed, classes }) => [
    requests,
    failed,
    classes.reduce((sum, one) => sum + one, 0),
  ])
  // Each answer is in a wide class and in a narrow one.
  expect(sums.sort()).toEqual([
    [1, 0, 2],
    [2, 1, 4],
  ])
})

it('counts by minute, too, for charts of the last hour, and forgets that after hours', async () => {
  const traffic = createTraffic(platform)
  traffic.note(of('ins_minute'), 'call', quick)
  await traffic.flush()
  clock.advance(60_000)
  traffic.note(of('ins_minute'), 'call', { durationMs: 400, failed: true })
  await traffic.stop()
  const minutes = await trafficOf(db, 'ins_minute', new Date(0), 'traffic_minute')
  expect(minutes.map(({ requests, failed }) => [requests, failed]).sort()).toEqual([
    [1, 0],
    [1, 1],
  ])
  const later = new Date(clock.now().getTime() + 1)
  expect(await pruneTraffic(database.pool, later, 2_000, 'traffic_minute')).toBeGreaterThanOrEqual(2)
  expect(await trafficOf(db, 'ins_minute', new Date(0), 'traffic_minute')).toEqual([])
  expect((await rowsOf('ins_minute')).length).toBeGreaterThan(0)
})

it('keeps what it could not write while the database was away, and writes each request once', async () => {
  let away = true
  const fragile = new Proxy(db, {
    get: (target, name) => {
      if (away && name === 'transaction') throw new Error('away')
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const traffic = createTraffic({ ...platform, db: fragile })
  traffic.note(of('ins_away'), 'delivery', quick)
  await traffic.flush()
  traffic.note(of('ins_away'), 'delivery', quick)
  expect(await rowsOf('ins_away')).toEqual([])
  away = false
  await traffic.flush()
  await traffic.stop()
  expect(await rowsOf('ins_away')).toMatchObject([{ requests: 2, failed: 0 }])
})

it('tells those who look, of many installations by one change', async () => {
  const told: string[] = []
  const end = platform.changes.subscribe('traffic', (ids) => void told.push(ids))
  const traffic = createTraffic(platform)
  for (const id of ['ins_a', 'ins_b', 'ins_a']) traffic.note(of(id), 'call', quick)
  traffic.note(of('ins_a'), 'delivery', quick)
  await traffic.stop()
  await eventually(() => expect(told.map((ids) => ids.split(',').sort())).toContainEqual(['ins_a', 'ins_b']))
  end()
})

it('forgets slots step by step once they are too old', async () => {
  const traffic = createTraffic(platform)
  traffic.note(of('ins_old'), 'call', quick)
  await traffic.stop()
  const later = new Date(clock.now().getTime() + 1)
  const before = (await db.selectFrom('traffic').selectAll().execute()).length
  expect(await pruneTraffic(database.pool, later, 1)).toBe(1)
  expect(await pruneTraffic(database.pool, later, 2_000)).toBe(before - 1)
  expect(await pruneTraffic(database.pool, later, 2_000)).toBe(0)
})

it('does not know the slowest answer of a row that was begun before it was measured', async () => {
  const traffic = createTraffic(platform)
  traffic.note(of('ins_before'), 'call', { durationMs: 900, failed: false })
  await traffic.flush()
  await sql`update traffic set slowest_ms = 0 where installation_id = 'ins_before'`.execute(db)
  traffic.note(of('ins_before'), 'call', quick)
  traffic.note(of('ins_since'), 'call', quick)
  await traffic.flush()
  traffic.note(of('ins_since'), 'call', { durationMs: 40, failed: false })
  await traffic.stop()
  expect(await rowsOf('ins_before')).toMatchObject([{ requests: 2, slowestMs: 0 }])
  expect(await rowsOf('ins_since')).toMatchObject([{ requests: 2, slowestMs: 40 }])
})

it('adds hours up by UTC wherever the server stands, and knows the slowest only where every part does', async () => {
  const rows = await db.transaction().execute(async (trx) => {
    await sql`set local time zone 'Asia/Kolkata'`.execute(trx)
    await sql`insert into traffic (organization_id, installation_id, slot, kind, requests, failed, classes, slowest_ms) values
      ('org_utc', 'ins_utc', '2026-03-01T10:05Z', 'call', 1, 0, '{1}', 0), ('org_utc', 'ins_utc', '2026-03-01T10:55Z', 'call', 1, 0, '{1}', 2),
      ('org_utc', 'ins_utc', '2026-03-01T11:05Z', 'call', 1, 0, '{1}', 2)`.execute(trx)
    await sql`insert into traffic_minute (organization_id, installation_id, slot, kind, requests, failed, classes, slowest_ms) values
      ('org_utc', 'ins_utc', '2026-03-01T11:08Z', 'call', 1, 0, '{1}', 2)`.execute(trx)
    return hourlyTraffic(trx, { organizationId: 'org_utc', ids: ['ins_utc'], from: new Date(0) })
  })
  const found = rows.map(({ hour, requests, slowestMs }) => [hour.toISOString(), requests, slowestMs]).sort()
  expect(found).toEqual([
    ['2026-03-01T10:00:00.000Z', 2, 0],
    ['2026-03-01T11:00:00.000Z', 1, 2],
  ])
  expect(rows.at(-1)?.lastAt).toEqual(new Date('2026-03-01T11:08Z'))
})
