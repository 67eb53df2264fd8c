import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Flow } from './flow.ts'
import type { ChaosScene } from './scene.ts'

export interface ChaosFindings {
  sent: number
  acknowledged: number
  /** Answers that said that the event could not be kept now. */
  refused: number
  stored: number
  delivered: number
  waiting: number
  dead: number
  received: number
  repeated: number
  problems: string[]
}

/** Waits until nothing is left to send, as long as the number of waiting events falls. */
export async function settle(scene: ChaosScene, say: (text: string) => void): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let since = Date.now()
  while (Date.now() - since < 60_000) {
    const waiting = await scene.query("select count(*)::int as count from event where state = 'WAITING'").then(
      (rows) => Number(rows[0]?.count),
      () => Number.POSITIVE_INFINITY,
    )
    if (waiting === 0) return
    if (waiting < least) {
      least = waiting
      since = Date.now()
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  say(`${least} events still wait`)
}

/** Holds what was acknowledged against what is stored and what arrived. */
export async function inspect(scene: ChaosScene, flow: Flow): Promise<ChaosFindings> {
  const rows = await scene.query('select id, state from event')
  const stateOf = new Map(rows.map((row) => [String(row.id), String(row.state)]))
  const { received, total } = readArrivals(scene)
  const problems: string[] = []
  for (const [source, id] of flow.acknowledged) {
    const state = stateOf.get(id)
    if (state === undefined) problems.push(`${id} was acknowledged and is not there`)
    else if (state === 'DELIVERED' && !received.has(id)) problems.push(`${id} counts as delivered and never arrived`)
    else if (state === 'DEAD') problems.push(`${id} is a dead letter`)
    const sources = received.get(id)
    if (sources && !(sources.size === 1 && sources.has(source))) problems.push(`${id} arrived with another body`)
  }
  for (const [id, sources] of received) {
    if (!stateOf.has(id)) problems.push(`${id} arrived and was never stored`)
    for (const source of sources) if (!flow.sent.has(source)) problems.push(`${id} arrived and was never sent`)
  }
  const counts = { DELIVERED: 0, WAITING: 0, DEAD: 0 } as Record<string, number>
  for (const { state } of rows) counts[String(state)] = (counts[String(state)] ?? 0) + 1
  return {
    sent: flow.sent.size,
    acknowledged: flow.acknowledged.size,
    refused: flow.refused(),
    stored: rows.length,
    delivered: counts.DELIVERED ?? 0,
    waiting: counts.WAITING ?? 0,
    dead: counts.DEAD ?? 0,
    received: received.size,
    repeated: total - received.size,
    problems,
  }
}

/** What the applications noted: the events that arrived, and by which id of the policy system. */
function readArrivals(scene: ChaosScene): { received: Map<string, Set<string>>; total: number } {
  const received = new Map<string, Set<string>>()
  let total = 0
  for (const port of new Set(scene.plan.routes.map((route) => route.appPort))) {
    const file = join(scene.folder, `app-${port}.txt`)
    if (!existsSync(file)) continue
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [id, source] = line.split(' ')
      if (id === undefined || source === undefined) continue
      total += 1
      received.set(id, (received.get(id) ?? new Set()).add(source))
    }
  }
  return { received, total }
}
