import type { Measured } from './honest.ts'

/** How much later an honest call may be answered under siege. */
const MAX = 3
/** Below this nobody notices, and a share of a few milliseconds says nothing. */
const UNNOTICED_MS = 50

export interface Judged extends Measured {
  quietP99: number
  ratio: number
}

/** Compares honest calls under siege with the same calls in quiet. */
export function judgeSiege(
  quiet: readonly Measured[],
  siege: readonly Measured[],
): { rows: Judged[]; problems: string[] } {
  const rows = siege.map((after) => {
    const quietP99 = quiet.find(({ name }) => name === after.name)?.p99 ?? 0
    return { ...after, quietP99, ratio: after.p99 / quietP99 }
  })
  const problems = rows.flatMap(({ name, calls, failed, p99, quietP99 }) => {
    const most = Math.max(UNNOTICED_MS, MAX * quietP99)
    return [
      ...(calls > 0 ? [] : [`${name}: no call`]),
      ...(failed === 0 ? [] : [`${name}: ${failed} of ${calls} calls failed`]),
      ...(p99 <= most ? [] : [`${name}: p99 of ${p99.toFixed(0)} ms, at most ${most.toFixed(0)}`]),
    ]
  })
  return { rows, problems }
}
