import { afterAll, afterEach, expect, test } from 'vitest'
import { answerIdentity } from '../../actions/delivery/delivery-parts.ts'
import { createPostponements, postpone } from '../../actions/delivery/postponements.ts'
import type { Route } from '../../domain/route/route.ts'
import { silentLog } from '../../lib/log.ts'
import { createChangeFeed } from '../../store/database/change-feed.ts'
import type { ClaimedDelivery } from '../../store/delivery/claims.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { statementsOf } from '../../testing/database/statements.ts'
import { startTestDeliveries } from '../../testing/gateway/deliveries.ts'
import { startTestGateway } from '../../testing/gateway/gateway.ts'
import { callerSecret, testRoute } from '../../testing/gateway/routes.ts'
import { type Answer, type AppServer, startAppServer } from '../../testing/http/app-server.ts'
import { eventually } from '../../testing/run/eventually.ts'

const database = await testDatabase()
const gateway = await startTestGateway(database)
const changes = createChangeFeed(database.address, silentLog)
await changes.ready()
const running: { stop(): Promise<void> }[] = []
const apps: AppServer[] = []

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
  for (const app of apps.splice(0)) await app.close()
  await database.pool.query("update event set state = 'DEAD' where state = 'WAITING'")
})
afterAll(async () => {
  await changes.close()
  await gateway.stop()
})

function work(change: Partial<Parameters<typeof startTestDeliveries>[3]> = {}) {
  const started = startTestDeliveries(database, gateway.routes, gateway.vault, { changes, ...change })
  running.push(started)
  return started.worker
}

async function launch(answer?: Answer, change: Partial<Route> = {}): Promise<{ app: AppServer; route: Route }> {
  const app = await startAppServer(answer)
  apps.push(app)
  const instance = { ...app.instance, deploymentId: `dep_${app.instance.id}` }
  return { app, route: gateway.routes.add(testRoute({ instances: [instance], ...change })) }
}

async function send(
  route: Route,
  body: string | Buffer = '{}',
  contentType = 'application/json',
  path = '/hooks',
): Promise<string> {
  const answer = await fetch(`${gateway.url}/${route.routeId}${path}`, {
    method: 'POST',
    body: body as string,
    headers: { 'x-mkt-caller': callerSecret, 'content-type': contentType },
  })
  expect(answer.status).toBe(202)
  return ((await answer.json()) as { eventId: string }).eventId
}

const row = (id: string) => database.db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const attempts = (id: string) =>
  database.db.selectFrom('delivery_attempt').selectAll().where('event_id', '=', id).orderBy('id').execute()
const until = (id: string, state: string) => eventually(async () => expect((await row(id)).state).toBe(state))

test('an accepted event reaches the application byte for byte, with the headers of the interface', async () => {
  const { app, route } = await launch()
  const worker = work()
  const body = Buffer.from([123, 34, 0, 255, 254, 10, 125])
  const id = await send(route, body, 'application/json; charset=weird')
  worker.accepted(route.installationId)
  await until(id, 'DELIVERED')
  const [seen] = app.seen
  expect(seen?.body.equals(body)).toBe(true)
  expect(seen).toMatchObject({ method: 'POST', url: '/hooks' })
  expect(seen?.headers).toMatchObject({
    'content-type': 'application/json; charset=weird',
    'x-mkt-key': `key-of-${route.routeId}`,
    'x-mkt-route': route.routeId,
    'x-mkt-tenant': 'tenant.example.com',
    'webhook-id': id,
    'x-mkt-attempt': '1',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': new URL(gateway.url).host,
    'x-forwarded-proto': 'http',
  })
  expect(seen?.headers['webhook-timestamp']).toMatch(/^\d{10}$/)
  expect(await row(id)).toMatchObject({ attempt_count: 1, last_status: 200, leased_by: null })
})

test('an event whose sender was not kept is sent with the addresses of the platform itself', async () => {
  const { app, route } = await launch()
  const id = await send(route)
  await database.pool.query('update event set forwarding = null where id = $1', [id])
  work()
  await until(id, 'DELIVERED')
  const headers = app.seen[0]?.headers
  expect(headers).toMatchObject({
    'x-forwarded-for': '203.0.113.5',
    'x-forwarded-host': 'gateway.example.com',
    'x-forwarded-proto': 'https',
  })
})

test('a failing application is tried again with the same id, and every attempt is recorded with its answer', async () => {
  let calls = 0
  const { app, route } = await launch((_request, response) => {
    calls += 1
    response.writeHead(calls < 3 ? 503 : 200).end(`answer ${calls}`)
  })
  work()
  const id = await send(route)
  await until(id, 'DELIVERED')
  expect(app.seen.map((seen) => [seen.headers['webhook-id'], seen.headers['x-mkt-attempt']])).toEqual([
    [id, '1'],
    [id, '2'],
    [id, '3'],
  ])
  const made = await attempts(id)
  expect(made).toMatchObject([
    { number: 1, status: 503 },
    { number: 2, status: 503 },
    { number: 3, status: 200 },
  ])
  const first = made[0]
  const opened = await gateway.vault.open(
    'org_customer',
    answerIdentity(first?.id ?? ''),
    first?.answer ?? Buffer.alloc(0),
  )
  expect(opened.toString()).toBe('answer 1')
})

test('more of an answer is kept than is shown of it, so that a secret at the end of that is known as one', async () => {
  const long = Buffer.alloc(40_000, 'long ')
  const { route } = await launch((_request, response) => void response.end(long))
  work()
  const id = await send(route)
  await until(id, 'DELIVERED')
  const [made] = await attempts(id)
  const kept = await gateway.vault.open('org_customer', answerIdentity(made?.id ?? ''), made?.answer ?? Buffer.alloc(0))
  expect(kept.toString()).toBe(long.toString('utf8', 0, 32 * 1024))
})

test('a delivery that used up its schedule is a dead letter', async () => {
  const { app, route } = await launch((_request, response) => void response.writeHead(500).end())
  work()
  const id = await send(route)
  await until(id, 'DEAD')
  expect(await row(id)).toMatchObject({ reason: 'exhausted', attempt_count: 3 })
  expect(app.seen).toHaveLength(3)
})

test('a refused delivery is a dead letter at once', async () => {
  const { app, route } = await launch((_request, response) => void response.writeHead(422).end())
  work()
  const id = await send(route)
  await until(id, 'DEAD')
  expect(await row(id)).toMatchObject({ reason: 'rejected', attempt_count: 1 })
  expect(app.seen).toHaveLength(1)
})

test('410 pauses its path: later events of it are accepted and wait, those of other paths are sent', async () => {
  const { app, route } = await launch(
    (request, response) => void response.writeHead(request.url === '/hooks' ? 410 : 200).end(),
    { webhookPaths: new Set(['/hooks', '/other']) },
  )
  work()
  await until(await send(route), 'DEAD')
  const second = await send(route)
  await until(await send(route, '{}', 'application/json', '/other'), 'DELIVERED')
  await eventually(async () => expect((await row(second)).due_at.getFullYear()).toBeGreaterThan(2100))
  expect(await row(second)).toMatchObject({ state: 'WAITING', attempt_count: 0, leased_by: null })
  expect(app.seen.map((request) => request.url)).toEqual(['/hooks', '/other'])
})

test('a new release ends the pause', async () => {
  let status = 410
  const { route } = await launch((_request, response) => void response.writeHead(status).end())
  work()
  await until(await send(route), 'DEAD')
  const second = await send(route)
  status = 200
  gateway.routes.replace({ ...route, releaseId: 'rel_2' })
  await until(second, 'DELIVERED')
})

test('without a healthy instance a delivery waits and spends no attempt', async () => {
  const { app, route } = await launch()
  const { instances } = route
  gateway.routes.replace({ ...route, instances: [{ ...app.instance, address: 'http://127.0.0.1:1' }] })
  const worker = work()
  const id = await send(route)
  worker.accepted(route.installationId)
  await eventually(async () => expect((await row(id)).due_at > (await row(id)).received_at).toBe(true))
  expect(await row(id)).toMatchObject({ state: 'WAITING', attempt_count: 0 })
  gateway.routes.replace({ ...route, instances })
  await until(id, 'DELIVERED')
  expect(await row(id)).toMatchObject({ attempt_count: 1 })
})

test('deliveries that wait for an instance at the same time are postponed together', async () => {
  const { route } = await launch()
  const ids = await Promise.all(Array.from({ length: 16 }, () => send(route)))
  const { rows } = await database.pool.query<ClaimedDelivery>(
    'select id, xmin as version from event where id = any($1)',
    [ids],
  )
  const postponements = createPostponements(database.pool)
  const statements = await statementsOf(() =>
    Promise.all(rows.map((held) => postpone({ postponements }, held, 60_000))),
  )
  expect(statements).toHaveLength(1)
  for (const { due_at, received_at } of await Promise.all(ids.map(row))) expect(due_at > received_at).toBe(true)
})

test.each(['PENDING', 'STOPPED', 'ERROR'] as const)('in state %s deliveries wait', async (state) => {
  const { app, route } = await launch()
  const id = await send(route)
  gateway.routes.replace({ ...route, state })
  work()
  const other = await launch()
  await until(await send(other.route), 'DELIVERED')
  expect((await row(id)).state).toBe('WAITING')
  expect(app.seen).toEqual([])
})

test('uninstalling makes waiting deliveries dead letters', async () => {
  const { route } = await launch()
  const id = await send(route)
  gateway.routes.replace({ ...route, state: 'UNINSTALLED' })
  work()
  await until(id, 'DEAD')
  expect(await row(id)).toMatchObject({ reason: 'uninstalled' })
})

test('an application that does the work but never answers is timed out and shown as such', async () => {
  const { route } = await launch(() => {})
  const { attemptLimits } = await import('../../actions/delivery/delivery-parts.ts')
  const former = attemptLimits.attemptMs
  Object.assign(attemptLimits, { attemptMs: 100 })
  try {
    work()
    const id = await send(route)
    await until(id, 'DEAD')
    expect((await attempts(id))[0]?.error).toMatch(/^timeout: /)
  } finally {
    Object.assign(attemptLimits, { attemptMs: former })
  }
})

/** An application that ends on a bad body, and is up again once the attempt that ended it has been judged. */
function fragile(): Answer {
  let end: { id: string; attempt: number } | undefined
  return async (request, response) => {
    const down = end !== undefined && (await row(end.id)).attempt_count < end.attempt
    if (request.url === '/health') response.writeHead(down ? 503 : 200).end()
    else if (down) response.socket?.destroy()
    else if (request.body.includes('poison')) {
      end = { id: String(request.headers['webhook-id']), attempt: Number(request.headers['x-mkt-attempt']) }
      response.socket?.destroy()
    } else response.end()
  }
}

test('a delivery in flight at three crashes of its instance is suspected poison, others arrive', async () => {
  const { app, route } = await launch(fragile())
  work({ schedule: [0, 0.05, 0.05, 0.05, 0.05, 0.05] })
  const poison = await send(route, '{"x":"poison"}')
  const good = await Promise.all(Array.from({ length: 10 }, () => send(route)))
  await until(poison, 'DEAD')
  for (const id of good) await until(id, 'DELIVERED')
  expect(await row(poison)).toMatchObject({ reason: 'suspected_poison', crashes: 3 })
  expect(app.seen.filter((seen) => seen.url === '/hooks' && seen.body.includes('poison'))).toHaveLength(3)
})

test('an instance that ended gets nothing before it answers for its health, and no attempt is spent on it', async () => {
  let well = false
  const { app, route } = await launch((request, response) => {
    if (request.url === '/health') response.writeHead(well ? 200 : 503).end()
    else if (well) response.end()
    else response.socket?.destroy()
  })
  work({ schedule: [0, 0.05, 0.05, 0.05, 0.05] })
  const first = await send(route)
  await eventually(async () => expect((await row(first)).attempt_count).toBe(1))
  const later = await send(route)
  await eventually(() => expect(app.seen.filter((seen) => seen.url === '/health').length).toBeGreaterThan(3))
  expect(await row(later)).toMatchObject({ state: 'WAITING', attempt_count: 0 })
  well = true
  await until(first, 'DELIVERED')
  await until(later, 'DELIVERED')
  expect(await row(first)).toMatchObject({ attempt_count: 2 })
})

test('one customer with many events does not keep another waiting', async () => {
  const { app, route } = await launch(async (_request, response) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    response.end()
  })
  const many = await Promise.all(Array.from({ length: 60 }, () => send(route)))
  const second = gateway.routes.add(testRoute({ instances: route.instances }))
  const one = await send(second)
  work({ options: { perRoute: 2, perDeployment: 4, batch: 4 } })
  await eventually(() => expect(app.seen).toHaveLength(61))
  const order = app.seen.map((seen) => seen.headers['webhook-id'])
  expect(order.indexOf(one)).toBeLessThan(40)
  for (const id of [one, ...many]) await until(id, 'DELIVERED')
})

test('applications that hang, with more events than there are places, do not keep another waiting', async () => {
  const hanging = await Promise.all([1, 2, 3].map(() => launch(() => {})))
  for (const { route } of hanging) await Promise.all(Array.from({ length: 16 }, () => send(route)))
  const { route } = await launch()
  work({ options: { concurrency: 16, perRoute: 16, perDeployment: 16, batch: 16 } })
  await eventually(() => expect(hanging.some(({ app }) => app.seen.length > 0)).toBe(true))
  await until(await send(route), 'DELIVERED')
})

test('a worker that starts finds what waits on hundreds of routes in one go, without waiting for its next scans', async () => {
  const { app, route } = await launch()
  const ids = Array.from(
    { length: 600 },
    () => gateway.routes.add(testRoute({ instances: route.instances })).installationId,
  )
  await database.pool.query(
    `insert into event (id, installation_id, organization_id, listing_id, path, size, received_at, state, due_at)
     select 'evt_' || id, id, 'org_customer', 'lst_app', '/hooks', 0, now(), 'WAITING', now() from unnest($1::text[]) as given (id)`,
    [ids],
  )
  work({ options: { scanMs: 600_000, leaseMs: 60_000 } })
  await eventually(() => expect(app.seen).toHaveLength(600))
})

const hold = (route: Route, milliseconds: number) =>
  database.pool.query(
    `insert into delivery_lease (installation_id, lease_holder, lease_until)
     values ($1, 'dead', now() + $2 * interval '1 millisecond')`,
    [route.installationId, milliseconds],
  )

test('the deliveries of a worker that died are taken over when its lease ends, and not before', async () => {
  const { app, route } = await launch()
  await hold(route, 60_000)
  const id = await send(route)
  work()
  const other = await launch()
  await until(await send(other.route), 'DELIVERED')
  expect(app.seen).toEqual([])
  await database.pool.query('update delivery_lease set lease_until = now() where installation_id = $1', [
    route.installationId,
  ])
  await until(id, 'DELIVERED')
})

test('a first success is kept in the row of its event and shown like any other attempt', async () => {
  const { route } = await launch((_request, response) => void response.end('taken'))
  work()
  const id = await send(route)
  await until(id, 'DELIVERED')
  const { first_status: status, first_answer_size: size } = await row(id)
  expect({ status, size }).toEqual({ status: 200, size: 5 })
  expect(await database.db.selectFrom('attempt').selectAll().where('event_id', '=', id).execute()).toEqual([])
  const [made] = await attempts(id)
  expect(made).toMatchObject({ number: 1, status: 200, probe: false, error: null, release_id: 'rel_1' })
  const answer = await gateway.vault.open('org_customer', answerIdentity(made?.id ?? ''), made?.answer as Buffer)
  expect(answer.toString()).toBe('taken')
})

test('two workers send each event of a route once, whichever of them hears of it', async () => {
  const { app, route } = await launch()
  const options = { leaseMs: 60_000 }
  const [first, second] = [work({ options }), work({ options })]
  const ids: string[] = []
  for (let index = 0; index < 20; index += 1) {
    ids.push(await send(route))
    for (const worker of [first, second]) worker.accepted(route.installationId)
  }
  for (const id of ids) await until(id, 'DELIVERED')
  expect(app.seen.map((seen) => String(seen.headers['webhook-id'])).sort()).toEqual([...ids].sort())
})

test('a worker that accepted an event of a route that another one holds tells that one', async () => {
  const { app, route } = await launch()
  // No scan would find it in time.
  const options = { scanMs: 60_000, leaseMs: 60_000 }
  const slow = await launch((_request, response) => void setTimeout(() => response.end(), 300))
  const holder = work({ options })
  const other = work({ options })
  gateway.routes.replace({ ...route, instances: slow.route.instances })
  await send(route)
  holder.accepted(route.installationId)
  await eventually(() => expect(slow.app.seen).toHaveLength(1))
  const id = await send(route)
  other.accepted(route.installationId)
  await until(id, 'DELIVERED')
  expect(app.seen).toEqual([])
  expect(slow.app.seen).toHaveLength(2)
})

test('a delivery that a person replayed while it was sent is sent again, and both attempts are on record', async () => {
  let answer = () => {}
  const { app, route } = await launch((_request, response) => {
    if (app.seen.length === 1) answer = () => response.end()
    else response.end()
  })
  work()
  const id = await send(route)
  await eventually(() => expect(app.seen).toHaveLength(1))
  await database.pool.query('update event set due_at = now(), step = 0 where id = $1', [id])
  answer()
  await until(id, 'DELIVERED')
  await eventually(async () => expect(await attempts(id)).toHaveLength(2))
  expect(app.seen).toHaveLength(2)
})

test('an outcome that is not kept is not noted as a dead letter', async () => {
  // Routes have no installations here.
  await database.pool.query('alter table installation_entry drop constraint installation_entry_installation_id_fkey')
  let refuse = () => {}
  const { app, route } = await launch((_request, response) => {
    if (app.seen.length === 2) response.end()
    else refuse = () => response.writeHead(422).end()
  })
  work()
  const noted = async () =>
    (await database.db.selectFrom('installation_entry').select('details').execute()).map(
      ({ details }) => (details as { deliveryId: string }).deliveryId,
    )
  const replayed = await send(route)
  await eventually(() => expect(app.seen).toHaveLength(1))
  await database.pool.query('update event set due_at = now() where id = $1', [replayed])
  refuse()
  await until(replayed, 'DELIVERED')
  const refused = await send(route)
  await eventually(() => expect(app.seen).toHaveLength(3))
  refuse()
  await eventually(async () => expect(await noted()).toEqual([refused.replace('evt_', 'dlv_')]))
})

test('the hourly probe of a paused route spends no attempt, and its success ends the pause', async () => {
  let status = 500
  const { app, route } = await launch((_request, response) => void response.writeHead(status).end())
  const id = await send(route)
  const later = await send(route)
  const pause = (probeAt: Date) =>
    database.db
      .insertInto('route_health')
      .values({
        installation_id: route.installationId,
        failing_since: new Date(0),
        paused_at: new Date(),
        pause_reason: 'failing',
        paused_release_id: 'rel_1',
        probe_at: probeAt,
      })
      .onConflict((conflict) => conflict.column('installation_id').doUpdateSet({ probe_at: probeAt }))
      .execute()
  await pause(new Date(0))
  work()
  await eventually(async () => expect(await attempts(id)).toHaveLength(1))
  await eventually(async () =>
    expect(await row(id)).toMatchObject({ state: 'WAITING', attempt_count: 0, leased_by: null }),
  )
  expect(app.seen).toHaveLength(1)
  status = 200
  await pause(new Date(0))
  await until(id, 'DELIVERED')
  await until(later, 'DELIVERED')
})
