import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Pauses are counted by how long they are, in milliseconds: from each of these to the next. */
export const pauseSteps = [2, 5, 10, 20, 50, 100]

interface Histogram {
  /** By `pauseSteps`. */
  counts: number[]
  /** Milliseconds. */
  longest: number
}

/** What held up the event loop of a process since it was last asked. */
export interface Pauses {
  /** By the clock: on a busy machine also while others had the processor. */
  held: Histogram
  /** By the CPU time of its thread: what it did itself between two looks. */
  computed: Histogram
  /** The collections of garbage, by kind: the longest, and all together, in milliseconds. */
  collections: { kind: string; count: number; longest: number; milliseconds: number }[]
}

/** How a process is started so that its pauses are watched; `folder` is a short path for its socket. */
export function watchedStart(folder: string): { nodeArgs: string[]; env: Record<string, string> } {
  const preload = join(import.meta.dirname, 'pauses.ts')
  return { nodeArgs: ['--import', preload], env: { BENCH_PAUSES: folder } }
}

/** What was watched since the last time it was asked for. */
export async function takePauses(folder: string, pid: number): Promise<Pauses> {
  return JSON.parse(await text(connect(join(folder, `${pid}.sock`)))) as Pauses
}

function shown({ counts, longest }: Histogram): string {
  const steps = pauseSteps.map((least, index) => {
    const next = pauseSteps[index + 1]
    return `${next === undefined ? `≥ ${least}` : `${least}–${next}`} ms: ${counts[index] ?? 0}`
  })
  return `longest ${longest.toFixed(1)} ms · ${steps.join(' · ')}`
}

export function showPauses({ held, computed, collections }: Pauses): void {
  console.log(`  loop held, by clock  ${shown(held)}`)
  console.log(`  by its CPU time      ${shown(computed)}; wanted at most 20`)
  for (const { kind, count, longest, milliseconds } of collections)
    console.log(
      `  ${`collections, ${kind}`.padEnd(20)} ${count}, longest ${longest.toFixed(1)} ms, together ${milliseconds.toFixed(0)} ms`,
    )
}
