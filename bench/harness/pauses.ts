// Preloaded into a process (`--import`): watches how long anything holds its event loop, and tells it to those who connect to its socket.
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { type Pauses, pauseSteps } from './watched-pauses.ts'

const folder = process.env.BENCH_PAUSES
if (folder === undefined) throw new Error('BENCH_PAUSES names the folder of the socket.')

const TICK_MS = 1
const none = () => ({ counts: pauseSteps.map(() => 0), longest: 0 })
const fresh = (): Pauses => ({ held: none(), computed: none(), collections: [] })
let pauses = fresh()
let last = performance.now()
let used = process.threadCpuUsage()

function note(into: Pauses['held'], milliseconds: number): void {
  into.longest = Math.max(into.longest, milliseconds)
  const step = pauseSteps.findLastIndex((least) => milliseconds >= least)
  if (step >= 0) into.counts[step] = (into.counts[step] ?? 0) + 1
}

// The loop comes by once in each turn, so what lies between two visits is a turn, or several short ones.
setInterval(() => {
  const now = performance.now()
  const usage = process.threadCpuUsage()
  note(pauses.held, now - last - TICK_MS)
  note(pauses.computed, (usage.user - used.user + usage.system - used.system) / 1000)
  last = now
  used = usage
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
