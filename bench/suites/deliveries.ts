import { request } from 'node:http'
import { routesWithWaiting } from '../../packages/server/src/store/delivery/claims.ts'
import { testRoute } from '../../packages/server/src/testing/gateway/routes.ts'
import { contest } from '../harness/contest.ts'
import { type DeliveryScene, startDeliveryScene } from '../harness/delivery-scene.ts'
import { eventBody, newEvent } from '../harness/intake.ts'
import type { Suite } from '../harness/suite.ts'

/** How many wait: a fetch of pg-boss costs more the more do, and a worker takes a moment until it is as fast as it stays. */
const COUNTS = [4_000, 16_000]
const ROUTES = 20
const AT_ONCE = 1_000

/** Keeps the events, then times a worker from its start until nothing waits. */
async function ours(scene: DeliveryScene, count: number) {
  const { pool } = scene
  await pool.query('truncate event cascade')
  const list = scene.routes(ROUTES)
  const intake = scene.intake()
  for (let kept = 0; kept < count; kept += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => intake.receive(list[index % ROUTES] ?? testRoute(), newEvent())),
    )
  return scene.metered(async () => {
    const started = performance.now()
    const worker = scene.startWorker(list)
    while ((await routesWithWaiting(pool)).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const seconds = (performance.now() - started) / 1000
    await worker.stop()
    return { count, seconds }
  })
}

async function theirs({ boss, pool, vault, metered, port }: DeliveryScene, count: number) {
  const queue = `deliver${Date.now()}`
  await boss.createQueue(queue)
  const sealed = (await vault.seal('org_bench', 'bench', eventBody)).toString('base64')
  await boss.insert(Array.from({ length: count }, () => ({ name: queue, data: { sealed } })))
  // Its statements are planned by what is known of the table, and nothing is known of a new one.
  await pool.query('vacuum analyze pgboss.job')
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
    return { count, seconds: (performance.now() - started) / 1000 }
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
async function rowVersions({ pool }: DeliveryScene): Promise<void> {
  const { rows } = await pool.query<{ name: string; inserted: number; updated: number; hot: number }>(
    `select relname as name, n_tup_ins as inserted, n_tup_upd as updated, n_tup_hot_upd as hot from pg_stat_user_tables
     where n_tup_ins > 1000 and schemaname = 'public' order by relname`,
  )
  console.log('\nRows written, all rounds')
  for (const { name, inserted, updated, hot } of rows)
    console.log(`  ${name.padEnd(20)} ${inserted} inserted · ${updated} updated, ${hot} of them without an index (HOT)`)
}

async function run(): Promise<void> {
  const scene = await startDeliveryScene()
  try {
    for (const count of COUNTS)
      await contest(
        `Deliveries end to end: sealed body opened, 1 KB over HTTP, outcome kept (${count} events, ${ROUTES} routes)`,
        { name: 'MKT delivery worker', round: () => ours(scene, count) },
        [{ name: 'pg-boss: fetch, POST, complete', atLeast: 3, round: () => theirs(scene, count) }],
      )
    await rowVersions(scene)
  } finally {
    await scene.stop()
  }
}

export const suite: Suite = {
  name: 'deliveries',
  about: 'deliveries end to end: CPU and WAL for each, beside pg-boss',
  run,
}
