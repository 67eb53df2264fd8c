import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second for every process it shows. */
const ticksPerSecond = 100

interface Stat {
  parent: number
  cpuSeconds: number
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in parentheses and may hold spaces: the fields begin behind the last one.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // Own time in user and system mode, and that of children that ended and were waited for.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), cpuSeconds: ticks / ticksPerSecond }
  } catch {
    return undefined
  }
}

export function parentOf(pid: number): number {
  const stat = statOf(pid)
  if (stat === undefined) throw new Error(`process ${pid} is not shown by the system`)
  return stat.parent
}

/** A process and everything it started. */
export function processTree(root: number): number[] {
  return processTrees([root])
}

/** Processes whose command line names this folder, and everything they started. */
export function processesNaming(folder: string): number[] {
  const names = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch {
      return false
    }
  }
  return processTrees(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry) && names(entry))
      .map(Number),
  )
}

function processTrees(roots: readonly number[]): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = statOf(Number(entry))
    if (stat !== undefined) parents.set(Number(entry), stat.parent)
  }
  const tree = new Set(roots)
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.add(child)
  return [...tree]
}

export function cpuSeconds(root: number): number {
  return processTree(root).reduce((sum, pid) => sum + (statOf(pid)?.cpuSeconds ?? 0), 0)
}

/** CPU time that all processors of the machine have worked so far. */
export function machineCpuSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , interrupt = 0, soft = 0] = (
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number)
  return (user + nice + system + interrupt + soft) / ticksPerSecond
}

/** Memory in MB, pages shared between processes counted once (proportional set size). */
export function memoryMb(of: number | readonly number[]): number {
  const kilobytes = (typeof of === 'number' ? processTree(of) : of).map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      return 0
    }
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}
