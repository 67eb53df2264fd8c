import { afterAll, expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { createChangeFeed } from '../../store/database/change-feed.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { startTestDeliveries } from '../../testing/gateway/deliveries.ts'
import { startTestGateway } from '../../testing/gateway/gateway.ts'
import { callerSecret, testRoute } from '../../testing/gateway/routes.ts'
import { startAppServer } from '../../testing/http/app-server.ts'
import { eventually } from '../../testing/run/eventually.ts'

const database = await testDatabase()
const gateway = await startTestGateway(database)
const changes = createChangeFeed(database.address, silentLog)
await changes.ready()
afterAll(async () => {
  await changes.close()
  await gateway.stop()
})

const EVENTS = 8

it('a route whose deliveries all fail at once writes its health with one connection, and leaves the others free', async () => {
  const app = await startAppServer((_request, response) => void response.writeHead(500).end())
  const instance = { ...app.instance, deploymentId: 'dep_failing' }
  const route = gateway.routes.add(testRoute({ instances: [instance] }))
  const { installationId } = route
  await database.pool.query('insert into route_health (installation_id) values ($1)', [installationId])
  const holder = await database.pool.connect()
  const started = startTestDeliveries(database, gateway.routes, gateway.vault, { changes, schedule: [60] })
  const { worker, parts, stop } = started
  try {
    await holder.query('begin')
    await holder.query('select 1 from route_health where installation_id = $1 for update', [installationId])
    for (let at = 0; at < EVENTS; at++) {
      const sent = { method: 'POST', body: '{}', headers: { 'x-mkt-caller': callerSecret } }
      expect((await fetch(`${gateway.url}/${route.routeId}/hooks`, sent)).status).toBe(202)
    }
    worker.accepted(installationId)
    const turns = { running: 1, waiting: EVENTS - 1 }
    await eventually(async () => expect(parts.healthTurns.size()).toEqual(turns))
    await eventually(async () => expect(await waiting()).toBeGreaterThan(0))
    expect(await waiting()).toBe(1)
    await holder.query('commit')
    await eventually(async () => expect(await failedAttempts(installationId)).toBe(EVENTS))
  } finally {
    holder.release(true)
    await stop()
    await app.close()
  }
})

async function waiting(): Promise<number> {
  const { rows } = await database.pool.query(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0]?.count
}

async function failedAttempts(installationId: string): Promise<number> {
  const health = await database.db
    .selectFrom('route_health')
    .select('failed_attempts')
    .where('installation_id', '=', installationId)
    .executeTakeFirstOrThrow()
  return health.failed_attempts
}
