import { readFileSync } from 'node:fs'
import type { Figures } from '../engine.ts'

const TICKS_PER_SECOND = 100

/** What a process and everything below it use, for those whom no cgroup counts. Null when it is gone. */
export function processFigures(root: number, proc = '/proc'): Figures | null {
  const sum = { cpuSeconds: 0, memoryBytes: 0, processes: 0 }
  const left = [root]
  for (let pid = left.pop(); pid !== undefined; pid = left.pop()) {
    try {
      const stat = readFileSync(`${proc}/${pid}/stat`, 'utf8')
      // The name stands in parentheses and may hold anything. Times of children that have ended are in their parent's.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
      const status = readFileSync(`${proc}/${pid}/status`, 'utf8')
      left.push(...childrenOf(pid, proc))
      sum.cpuSeconds += ticks / TICKS_PER_SECOND
      // Pages of files are shared with other applications; these are its own.
      for (const [, kilobytes] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm))
        sum.memoryBytes += Number(kilobytes) * 1024
      sum.processes += 1
    } catch {
      // It ended while we looked.
    }
  }
  return sum.processes === 0 ? null : sum
}

function childrenOf(pid: number, proc: string): number[] {
  return readFileSync(`${proc}/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter((child) => child > 0)
}
