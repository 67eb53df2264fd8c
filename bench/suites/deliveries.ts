import { request } from 'node:http'
import { join } from 'node:path'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import { createChangeFeed } from '../../packages/server/src/store/database/change-feed.ts'
import { createDatabase } from '../../packages/server/src/store/database/database.ts'
import { routesWithWaiting } from '../../packages/server/src/store/delivery/claims.ts'
import { startTestDeliveries } from '../../packages/server/src/testing/deliveries.ts'
import { testRoute, testRoutes } from '../../packages/server/src/testing/routes.ts'
import { contest } from '../harness/contest.ts'
import { type EventScene, startEventScene } from '../harness/event-scene.ts'
import { eventBody, newEvent } from '../harness/intake.ts'
import { startProgram } from '../harness/program.ts'
import type { Suite } from '../harness/suite.ts'

const COUNT = 4_000
const ROUTES = 20

/** Keeps the events, then times a worker from its start until nothing waits. */
async function ours(scene: EventScene, changes: ReturnType<typeof createChangeFeed>, port: number) {
  const { pool, vault } = scene
  await pool.query('truncate event cascade')
  const instances = [{ id: 'inst_1', deploymentId: 'dep_1', address: `http://127.0.0.1:${port}` }]
  const list = Array.from({ length: ROUTES }, () => testRoute({ instances, organizationId: 'org_bench' }))
  const intake = scene.intake()
  await Promise.all(
    Array.from({ length: COUNT }, (_, index) => intake.receive(list[index % list.length] ?? testRoute(), newEvent())),
  )
  return scene.metered(async () => {
    const started = performance.now()
    const worker = startTestDeliveries({ pool, db: createDatabase(pool) }, testRoutes(list), vault, {
      changes,
      options: { leaseMs: 6_000, scanMs: 1_000 },
    })
    while ((await routesWithWaiting(pool)).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const seconds = (performance.now() - started) / 1000
    await worker.stop()
    return { count: COUNT, seconds }
  })
}

async function theirs({ boss, vault, metered }: EventScene, port: number) {
  const queue = `deliver${Date.now()}`
  await boss.createQueue(queue)
  const sealed = (await vault.seal('org_bench', 'bench', eventBody)).toString('base64')
  await boss.insert(Array.from({ length: COUNT }, () => ({ name: queue, data: { sealed } })))
  return metered(async () => {
    const started = performance.now()
    const lanes = Array.from({ length: 32 }, async () => {
      for (;;) {
        const jobs = await boss.fetch<{ sealed: string }>(queue, { batchSize: 20 })
        if (jobs.length === 0) return
        const send = async ({ data }: { data: { sealed: string } }) =>
          post(port, await vault.open('org_bench', 'bench', Buffer.from(data.sealed, 'base64')))
        await Promise.all(jobs.map(send))
        await boss.complete(
          queue,
          jobs.map((job) => job.id),
        )
      }
    })
    await Promise.all(lanes)
    return { count: COUNT, seconds: (performance.now() - started) / 1000 }
  })
}

function post(port: number, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST', path: '/hooks' }, (answer) =>
      answer.resume().on('end', resolve),
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** How often a delivery wrote its row and how many of these writes needed no index. */
async function rowVersions({ pool }: EventScene): Promise<void> {
  const { rows } = await pool.query<{ name: string; inserted: number; updated: number; hot: number }>(
    `select relname as name, n_tup_ins as inserted, n_tup_upd as updated, n_tup_hot_upd as hot from pg_stat_user_tables
     where n_tup_ins > 1000 and schemaname = 'public' order by relname`,
  )
  console.log('\nRows written, all rounds')
  for (const { name, inserted, updated, hot } of rows)
    console.log(`  ${name.padEnd(20)} ${inserted} inserted · ${updated} updated, ${hot} of them without an index (HOT)`)
}

async function run(): Promise<void> {
  const scene = await startEventScene()
  const application = join(import.meta.dirname, '../programs/application.ts')
  const app = await startProgram(application, { ready: /listening (\d+)/ })
  const port = Number(app.ready[1])
  const changes = createChangeFeed(scene.database.poolConfig, silentLog)
  try {
    await changes.ready()
    await contest(
      `Deliveries end to end: sealed body opened, 1 KB over HTTP, outcome kept (${COUNT} events, ${ROUTES} routes)`,
      { name: 'MKT delivery worker', round: () => ours(scene, changes, port) },
      [{ name: 'pg-boss: fetch, POST, complete', atLeast: 3, round: () => theirs(scene, port) }],
    )
    await rowVersions(scene)
  } finally {
    await changes.close()
    await app.stop()
    await scene.stop()
  }
}

export const suite: Suite = {
  name: 'deliveries',
  about: 'deliveries end to end: CPU and WAL for each, beside pg-boss',
  run,
}
