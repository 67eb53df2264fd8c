import { partyAt } from './ask.ts'
import type { Habit } from './habits.ts'

export interface Measured {
  name: string
  calls: number
  /** Calls without the answer they should have. */
  failed: number
  p50: number
  p99: number
}

/** A slow answer is slow, not wrong: how long it took is measured. */
const PATIENCE_MS = 120_000

/** Lets honest parties work for a while and measures how it went. */
export async function beHonest(habits: readonly Habit[], milliseconds: number): Promise<Measured[]> {
  const party = partyAt('127.0.0.1')
  const until = performance.now() + milliseconds
  const measure = async ({ name, everyMs, asked, status }: Habit): Promise<Measured> => {
    const times: number[] = []
    let failed = 0
    while (performance.now() < until) {
      const answer = await party.ask(asked, PATIENCE_MS)
      if (answer.status !== status) failed += 1
      times.push(answer.milliseconds)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    const sorted = times.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return { name, calls: times.length, failed, p50: at(0.5), p99: at(0.99) }
  }
  const measured = await Promise.all(habits.map(measure))
  party.close()
  return measured
}
