import { join } from 'node:path'
import { fillBacklog } from '../harness/backlog.ts'
import type { Round } from '../harness/contest.ts'
import { type DeliveryScene, type HeldRoutes, heldRoutes, startDeliveryScene } from '../harness/delivery-scene.ts'
import { rangeOf, shownRange } from '../harness/figures.ts'
import { masterKey, newEvent } from '../harness/intake.ts'
import { type Program, startProgram } from '../harness/program.ts'
import type { Suite } from '../harness/suite.ts'
import type { WorkerPlan } from '../programs/delivery-worker.ts'

const COUNT = 10_000
const ROUNDS = 3
/** Before the first that counts: so long takes the code until it is as fast as it stays. */
const WARM_ROUNDS = 3
const LATENCY_SECONDS = 10
const TAKEOVER = { rounds: 3, routes: 20, perSecond: 200, beforeMs: 2_000, afterMs: 11_000 }

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Times a worker from its start until this many of the waiting events have their answers. */
function deliver(scene: DeliveryScene, routes: HeldRoutes): Promise<Round> {
  return scene.metered(async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let count = 0
    const started = performance.now()
    const worker = scene.startWorker(routes, () => {
      count += 1
      if (count === COUNT) resolve()
    })
    await promise
    const seconds = (performance.now() - started) / 1000
    await worker.stop()
    return { count, seconds }
  })
}

/** What a delivery costs when more waits, and when it comes from more routes. Gives the deliveries a second with least of both. */
async function flat(scene: DeliveryScene): Promise<number> {
  console.log(`\n${COUNT} deliveries without a body (${ROUNDS} rounds)`)
  const cases = [
    { waiting: COUNT, routes: 20 },
    { waiting: COUNT, routes: 10_000 },
    { waiting: 1_000_000, routes: 20 },
  ]
  let least: { cpu: number; perSecond: number } | undefined
  for (const { waiting, routes } of cases) {
    const list = scene.routes(routes)
    const held = heldRoutes(list)
    const ids = list.map((route) => route.installationId)
    const rounds: Round[] = []
    for (let round = least === undefined ? -WARM_ROUNDS : 0; round < ROUNDS; round += 1) {
      // What is left of a million is still about a million.
      if (waiting === COUNT || round === 0) await fillBacklog(scene.pool, waiting, ids)
      const result = await deliver(scene, held)
      if (round >= 0) rounds.push(result)
    }
    const cpu = rangeOf(rounds.map((round) => (round.program ?? Number.NaN) + (round.database ?? Number.NaN)))
    const perSecond = rangeOf(rounds.map((round) => round.perSecond))
    least ??= { cpu: cpu.median, perSecond: perSecond.median }
    const share = `${(cpu.median / least.cpu).toFixed(2)} ×`
    const named = `${waiting} waiting, ${routes} routes`
    console.log(
      `  ${named.padEnd(30)} ${shownRange(cpu, 0)} µs CPU, ${share} · ${shownRange(perSecond, 0)} per second, ${(least.perSecond / perSecond.median).toFixed(2)} × the time`,
    )
  }
  return least?.perSecond ?? Number.NaN
}

/** From the acknowledgement of an event to its receipt. */
async function latency(scene: DeliveryScene, perSecond: number, way: 'same process' | 'told by the database') {
  await scene.pool.query('truncate event cascade')
  const list = scene.routes(20)
  const worker = scene.startWorker(heldRoutes(list))
  const told = way === 'told by the database'
  const intake = scene.intake(told ? { tellOthers: true } : { tellOthers: false, accepted: worker.worker.accepted })
  const acknowledged = new Map<string, number>()
  const sending: Promise<unknown>[] = []
  await fetch(`http://127.0.0.1:${scene.port}/`)
  const started = performance.now()
  for (let sent = 0; performance.now() - started < LATENCY_SECONDS * 1000; ) {
    for (const due = ((performance.now() - started) / 1000) * perSecond; sent < due; sent += 1) {
      const route = list[sent % list.length]
      if (route === undefined) continue
      sending.push(
        intake
          .receive(route, newEvent())
          .then(({ eventId }) => acknowledged.set(eventId, performance.timeOrigin + performance.now())),
      )
    }
    await sleep(1)
  }
  await Promise.all(sending)
  await sleep(1_000)
  const arrivals = (await (await fetch(`http://127.0.0.1:${scene.port}/`)).json()) as [string, number][]
  await worker.stop()
  const times = arrivals
    .map(([id, at]) => at - (acknowledged.get(id) ?? Number.NaN))
    .filter((time) => !Number.isNaN(time))
    .sort((a, b) => a - b)
  const part = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
  console.log(
    `  ${way.padEnd(22)} p50 ${part(0.5)} ms · p95 ${part(0.95)} · p99 ${part(0.99)} (${times.length} events)`,
  )
}

/** How long the event waits that waits longest when one of two workers is killed. */
async function takeover(scene: DeliveryScene): Promise<void> {
  const longest: number[] = []
  for (let round = 0; round < TAKEOVER.rounds; round += 1) {
    await scene.pool.query('truncate event cascade')
    const list = scene.routes(TAKEOVER.routes)
    const { poolConfig: database } = scene.database
    const installationIds = list.map((route) => route.installationId)
    const plan: WorkerPlan = { database, masterKey, port: scene.port, installationIds }
    const file = join(import.meta.dirname, '../programs/delivery-worker.ts')
    const start = (): Promise<Program> => startProgram(file, { args: [JSON.stringify(plan)], ready: /ready/ })
    const workers = await Promise.all([start(), start()])
    const intake = scene.intake({ tellOthers: true })
    let sent = 0
    const ticking = setInterval(() => {
      const route = list[sent % list.length]
      sent += 1
      if (route !== undefined) void intake.receive(route, newEvent())
    }, 1000 / TAKEOVER.perSecond)
    await sleep(TAKEOVER.beforeMs)
    process.kill(workers[0].pid, 'SIGKILL')
    await sleep(TAKEOVER.afterMs)
    clearInterval(ticking)
    await intake.drain()
    await sleep(500)
    await Promise.all(workers.map((worker) => worker.stop()))
    const { rows } = await scene.pool.query<{ longest: number; waiting: number }>(
      `select extract(epoch from max(coalesce(first_at, now()) - received_at))::float8 as longest,
         count(*) filter (where state = 'WAITING')::int as waiting from event`,
    )
    longest.push(rows[0]?.longest ?? Number.NaN)
    if (rows[0]?.waiting !== 0) console.log(`  ${rows[0]?.waiting} events still waited at the end of a round`)
  }
  console.log(`\nA worker is killed (${TAKEOVER.rounds} rounds, ${TAKEOVER.perSecond} events a second)`)
  console.log(`  the longest wait of an event ${shownRange(rangeOf(longest), 1)} s`)
}

async function run(): Promise<void> {
  const scene = await startDeliveryScene()
  try {
    const perSecond = (await flat(scene)) / 4
    console.log(`\nFrom acknowledgement to receipt at a quarter of that, ${perSecond.toFixed(0)} a second`)
    await latency(scene, perSecond, 'same process')
    await latency(scene, perSecond, 'told by the database')
    await takeover(scene)
  } finally {
    await scene.stop()
  }
}

export const suite: Suite = {
  name: 'delivery-limits',
  about: 'deliveries with many waiting and many routes, their delay, and a worker that is killed',
  run,
}
