import { request } from 'node:http'
import { testRoute } from '../../packages/server/src/testing/gateway/routes.ts'
import { contest } from '../harness/contest.ts'
import { type DeliveryScene, heldRoutes, startDeliveryScene } from '../harness/delivery-scene.ts'
import { eventBody, newEvent } from '../harness/intake.ts'
import type { Suite } from '../harness/suite.ts'

/** How many wait: a fetch of pg-boss costs more the more do. The longer backlog comes first, for code takes a while until it is as fast as it stays. */
const COUNTS = [16_000, 4_000]
const ROUTES = 20
const AT_ONCE = 1_000
const WAITING = "select from event where state = 'WAITING' limit 1"

/** A worker that runs through all rounds, as pg-boss does. */
function startOurs(scene: DeliveryScene) {
  const { pool } = scene
  const list = scene.routes(ROUTES)
  const held = heldRoutes(list)
  let isKnown = false
  let unanswered = 0
  let allAnswered = () => {}
  const known = { ...held, byInstallation: (id: string) => (isKnown ? held.byInstallation(id) : undefined) }
  const { worker, stop } = scene.startWorker(known, () => {
    unanswered -= 1
    if (unanswered === 0) allAnswered()
  })
  /** Keeps the events, then tells the worker of its routes, and times it from then on until nothing waits. */
  async function round(count: number) {
    isKnown = false
    await pool.query('truncate event cascade')
    const intake = scene.intake()
    for (let kept = 0; kept < count; kept += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => intake.receive(list[index % ROUTES] ?? testRoute(), newEvent())),
      )
    return scene.metered(async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      unanswered = count
      allAnswered = resolve
      const started = performance.now()
      isKnown = true
      for (const { installationId } of list) worker.accepted(installationId)
      await promise
      while ((await pool.query(WAITING)).rowCount !== 0) await new Promise((done) => setTimeout(done, 2))
      return { count, seconds: (performance.now() - started) / 1000 }
    })
  }
  return { round, stop }
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
  const ours = startOurs(scene)
  try {
    for (const count of COUNTS)
      await contest(
        `Deliveries end to end: sealed body opened, 1 KB over HTTP, outcome kept (${count} events, ${ROUTES} routes)`,
        { name: 'MKT delivery worker', round: () => ours.round(count) },
        [{ name: 'pg-boss: fetch, POST, complete', atLeast: 3, round: () => theirs(scene, count) }],
      )
    await rowVersions(scene)
  } finally {
    await ours.stop()
    await scene.stop()
  }
}

export const suite: Suite = {
  name: 'deliveries',
  about: 'deliveries end to end: CPU and WAL for each, beside pg-boss',
  run,
}
