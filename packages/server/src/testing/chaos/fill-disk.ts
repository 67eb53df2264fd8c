import type { Flow } from './flow.ts'
import type { SmallDisk } from './small-disk.ts'
import { until } from './until.ts'

const NOTICED_MS = 20_000
const FULL_MS = 1_000
const RECOVERED_MS = 60_000

/**
 * Lets the disk of the database be full for a while. Events must be refused then, and taken again soon after there is room, by the same
 * processes and without anybody's help. Gives what was not as it should be.
 */
export async function fillDisk(disk: SmallDisk, flow: Pick<Flow, 'refused' | 'acknowledged'>): Promise<string[]> {
  const problems: string[] = []
  const refused = flow.refused()
  disk.fill()
  try {
    // What fits into pages that exist is still taken, and rightly so.
    if (!(await until(() => flow.refused() > refused, NOTICED_MS))) problems.push('a full disk was not noticed')
    await new Promise((resolve) => setTimeout(resolve, FULL_MS))
  } finally {
    disk.free()
  }
  const before = flow.acknowledged.size
  if (!(await until(() => flow.acknowledged.size > before, RECOVERED_MS)))
    problems.push('no event was taken after the disk had room again')
  return problems
}
