// Preloaded into a process (`--import`): watches how long anything holds its event loop, and tells it to those who connect to its socket.
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { type Pauses, pauseSteps } from './watched-pauses.ts'

const folder = process.env.BENCH_PAUSES
if (folder === undefined) throw new Error('BENCH_PAUSES names the folder of the socket.')

const TICK_MS = 1
const fresh = (): Pauses => ({ counts: pauseSteps.map(() => 0), longest: 0, ticks: 0, collections: [] })
let pauses = fresh()
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  // The timer itself takes a millisecond or two; whatever is longer was held up.
  const held = now - last - TICK_MS
  last = now
  pauses.ticks += 1
  pauses.longest = Math.max(pauses.longest, held)
  const step = pauseSteps.findLastIndex((least) => held >= least)
  if (step >= 0) pauses.counts[step] = (pauses.counts[step] ?? 0) + 1
}, TICK_MS).unref()

const kinds = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weak'],
])
new PerformanceObserver((list) => {
  for (const entry of list.getEntries() as (PerformanceEntry & { detail?: { kind: number } })[]) {
    const { duration, detail } = entry
    const kind = kinds.get(detail?.kind ?? 0) ?? 'other'
    const known = pauses.collections.find((one) => one.kind === kind)
    if (known === undefined) pauses.collections.push({ kind, count: 1, longest: duration, milliseconds: duration })
    else {
      known.count += 1
      known.longest = Math.max(known.longest, duration)
      known.milliseconds += duration
    }
  }
}).observe({ entryTypes: ['gc'] })

const path = join(folder, `${process.pid}.sock`)
rmSync(path, { force: true })
createServer((socket) => {
  socket.end(JSON.stringify(pauses))
  pauses = fresh()
})
  .listen(path)
  .unref()
