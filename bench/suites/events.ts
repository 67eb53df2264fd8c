import { newId } from '../../packages/server/src/lib/ids.ts'
import { systemRandom } from '../../packages/server/src/lib/random.ts'
import { claimDeliveries, routesWithDue } from '../../packages/server/src/store/delivery/claims.ts'
import { giveRoutesBack, takeRoutes } from '../../packages/server/src/store/delivery/route-leases.ts'
import { testRoute } from '../../packages/server/src/testing/gateway/routes.ts'
import { fillBacklog } from '../harness/backlog.ts'
import { contest } from '../harness/contest.ts'
import { type EventScene, startEventScene } from '../harness/event-scene.ts'
import { rangeOf, shownRange } from '../harness/figures.ts'
import { eventBody, newEvent } from '../harness/intake.ts'
import type { Suite } from '../harness/suite.ts'

const SECONDS = 2

/** Keeps this number of calls in flight for the time. */
async function keep(inFlight: number, one: () => Promise<unknown>): Promise<{ count: number; seconds: number }> {
  const until = Date.now() + SECONDS * 1000
  let count = 0
  const lane = async () => {
    while (Date.now() < until) {
      await one()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return { count, seconds: SECONDS }
}

async function accepts(scene: EventScene): Promise<void> {
  const { pool, boss } = scene
  await boss.createQueue('accepts')
  const intake = scene.intake()
  const route = testRoute({ installationId: 'ins_accepts' })
  const lanes = (inFlight: number, one: () => Promise<unknown>) => scene.metered(() => keep(inFlight, one))
  // The same row as ours, with a key that sorts by time as well; nothing is sealed or looked into.
  const single = () => {
    const { path, query, contentType, traceparent, forwarding } = newEvent()
    const now = new Date()
    return pool.query({
      name: 'single',
      text: `insert into event (id, installation_id, organization_id, listing_id, path, query, type, content_type, traceparent,
          forwarding, body, size, received_at, state, due_at)
        values ($1, 'ins_single', 'o', 'l', $2, $3, 'policy.issue', $4, $5, $6, $7, $8, $9, 'WAITING', $9)`,
      values: [
        newId('evt', now, systemRandom),
        ...[path, query, contentType, traceparent, JSON.stringify(forwarding), eventBody, eventBody.length, now],
      ],
    })
  }
  const send = () => boss.send('accepts', { body: eventBody.toString() })
  await contest(
    'Durable accepts of 1 KB, 256 callers at once',
    { name: 'MKT intake, sealed, in batches', round: () => lanes(256, () => intake.receive(route, newEvent())) },
    [
      { name: 'single inserts, one connection', round: () => lanes(1, single) },
      { name: 'single inserts, 16 connections', atLeast: 4, round: () => lanes(16, single) },
      { name: 'pg-boss send, one connection', round: () => lanes(1, send) },
      { name: 'pg-boss send, 16 connections', round: () => lanes(16, send) },
    ],
  )
}

/** What an accept, a claim and a look over all routes cost, with more and more events waiting. */
async function backlog({ pool, intake: createIntake }: EventScene): Promise<void> {
  console.log('\nCost with a backlog (20 rounds)')
  const intake = createIntake()
  const route = testRoute({ installationId: 'ins_0', organizationId: 'org_bench' })
  // Ten are claimed whatever waits: the cost of one claim is compared, not of more of them.
  const rooms = Array.from({ length: 10 }, (_, index) => ({ installationId: `ins_${index}`, room: 1 }))
  const names = rooms.map((room) => room.installationId)
  const first: Record<string, number> = {}
  for (const count of [10, 10_000, 1_000_000]) {
    await fillBacklog(pool, count, names)
    const times = { accept: [] as number[], claim: [] as number[], look: [] as number[] }
    for (let round = 0; round < 20; round += 1) {
      const claim = async () => {
        const ids = [...(await takeRoutes(pool, names, 'bench', 10_000))]
        await claimDeliveries(pool, rooms, [])
        await giveRoutesBack(pool, ids, 'bench')
      }
      times.accept.push(
        await timed(() => Promise.all(Array.from({ length: 200 }, () => intake.receive(route, newEvent())))),
      )
      times.claim.push(await timed(claim))
      times.look.push(await timed(() => routesWithDue(pool, 'bench', '', 100_000)))
    }
    const shown = Object.entries(times).map(([name, list]) => {
      const range = rangeOf(list)
      first[name] ??= range.median
      return `${WORK[name]} ${shownRange(range)} ms, ${(range.median / (first[name] ?? range.median)).toFixed(2)} × that of 10`
    })
    console.log(`  ${String(count).padStart(9)} waiting: ${shown.join(' · ')}`)
  }
}

const WORK: Record<string, string> = {
  accept: 'accept 200',
  claim: 'take 10 routes, claim 10, give back',
  look: 'look over routes',
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function run(): Promise<void> {
  const scene = await startEventScene()
  try {
    await accepts(scene)
    await backlog(scene)
  } finally {
    await scene.stop()
  }
}

export const suite: Suite = { name: 'events', about: 'durable accepts, cost of a backlog', run }
