import { rangeOf, ratios, shownRange } from './figures.ts'
import { drive, type LoadResult, type Request } from './load.ts'
import { cpuSeconds } from './process-tree.ts'

/** A running server to measure: where it listens, what to ask, and whose CPU time counts. */
export interface Side {
  name: string
  host?: string
  port: number
  pid: number
  /** Further processes that share the work (a database), by id. */
  helpers?: number[]
  requests: Request[]
}

export interface Measurement {
  perSecond: number
  cpuMicros: number
  load: LoadResult
}

export interface CompareOptions {
  rounds?: number
  seconds?: number
  connections?: number
  /** What the baseline's CPU time over ours should be at least. */
  atLeast?: number
}

export async function measure(side: Side, seconds: number, connections: number): Promise<Measurement> {
  const cpu = () => [side.pid, ...(side.helpers ?? [])].reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const before = cpu()
  const { host = '127.0.0.1', port, requests } = side
  const load = await drive({ host, port, requests, connections, seconds })
  const used = cpu() - before
  return { load, perSecond: load.requests / load.seconds, cpuMicros: (used / load.requests) * 1e6 }
}

/**
 * Ours against a baseline: short rounds in turn, so that both meet the same noise of the machine. CPU time per request is
 * the figure to trust on a busy machine; throughput is shown beside it. Ratios below 1 mean that ours needs less.
 */
export async function compare(title: string, ours: Side, baseline: Side, options: CompareOptions = {}): Promise<void> {
  const { rounds = 5, seconds = 2, connections = 16 } = options
  const results = { ours: [] as Measurement[], baseline: [] as Measurement[] }
  await measure(ours, seconds / 2, connections)
  await measure(baseline, seconds / 2, connections)
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'baseline'] as const) : (['baseline', 'ours'] as const)
    for (const which of order) results[which].push(await measure({ ours, baseline }[which], seconds, connections))
  }
  console.log(`\n${title} (${rounds} rounds of ${seconds} s in turn, ${connections} connections)`)
  for (const [which, side] of Object.entries({ ours, baseline })) {
    const list = results[which as 'ours' | 'baseline']
    const refused = list.reduce((sum, one) => sum + one.load.refused, 0)
    const total = list.reduce((sum, one) => sum + one.load.requests, 0)
    const parts = [
      `${shownRange(rangeOf(list.map((one) => one.cpuMicros)), 0)} µs CPU per request`,
      `${shownRange(rangeOf(list.map((one) => one.perSecond)), 0)} per second`,
      `p99 ${rangeOf(list.map((one) => one.load.p99)).median.toFixed(1)} ms`,
      ...(refused > 0 ? [`${refused} of ${total} REFUSED`] : []),
    ]
    console.log(`  ${side.name.padEnd(28)} ${parts.join(' · ')}`)
  }
  const cpu = ratios(
    results.ours.map((one) => one.cpuMicros),
    results.baseline.map((one) => one.cpuMicros),
  )
  const speed = ratios(
    results.ours.map((one) => one.perSecond),
    results.baseline.map((one) => one.perSecond),
  )
  console.log(`  ours / baseline              CPU ${shownRange(cpu)} · throughput ${shownRange(speed)}`)
  if (options.atLeast === undefined) return
  const worth = ratios(
    results.baseline.map((one) => one.cpuMicros),
    results.ours.map((one) => one.cpuMicros),
  )
  console.log(`  baseline / ours              CPU ${shownRange(worth)}, wanted at least ${options.atLeast}`)
}
