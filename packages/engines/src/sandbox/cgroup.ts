import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figures } from '../engine.ts'
import { enable, holdsProcesses, shareOut, takeDelegated, wordsIn } from './cgroup-delegation.ts'
import type { CgroupFolder, CgroupHost } from './cgroup-plan.ts'
import { waitedSeconds } from './waited-seconds.ts'

const CONTROLLERS = ['memory', 'cpu', 'cpuacct', 'pids']

/**
 * Finds out which hierarchies exist here and which of them this process may write. With version 2 it looks below the cgroup that was delegated to it, where the
 * operator says so, else below the root of the machine.
 */
export function findCgroupHost(group: string, { delegated }: { delegated: boolean }): CgroupHost {
  const rows = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
  const controllers: Record<string, string> = {}
  for (const [, path = '', type, options = ''] of rows) {
    if (type !== 'cgroup') continue
    for (const name of options.split(',')) {
      if (CONTROLLERS.includes(name) && canMake(join(path, group))) controllers[name] = path
    }
  }
  if (Object.keys(controllers).length > 0) return { version: 1, controllers }
  const mount = rows.find(([, , type]) => type === 'cgroup2')?.[1]
  return mount === undefined ? { version: 0 } : findSecond(mount, delegated)
}

function findSecond(mount: string, delegated: boolean): CgroupHost {
  try {
    const root = delegated ? takeDelegated(mount) : mount
    if (holdsProcesses(root)) return { version: 0 }
    enable(root)
    if (delegated) shareOut(root)
    if (!canMake(root)) return { version: 0, why: `${root} cannot be written` }
    const controllers = wordsIn(root, 'cgroup.subtree_control').filter((name) => CONTROLLERS.includes(name))
    return { version: 2, root, controllers }
  } catch (error) {
    return { version: 0, why: error instanceof Error ? error.message : String(error) }
  }
}

function canMake(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    const probe = join(folder, `probe-${process.pid}`)
    mkdirSync(probe)
    rmdirSync(probe)
    return true
  } catch {
    return false
  }
}

export function makeCgroups(folders: readonly CgroupFolder[]): void {
  for (const folder of folders) {
    mkdirSync(folder.path, { recursive: true })
    writeFiles(folder)
  }
}

function writeFiles({ path, files }: CgroupFolder): void {
  for (const { name, value, optional } of files) {
    try {
      writeFileSync(join(path, name), value)
    } catch (error) {
      if (!optional) throw error
    }
  }
}

/** Writes them into the folder among these that has them all; one that is gone needs nothing. */
export function writeTurn(folders: readonly string[], files: CgroupFolder['files']): void {
  const has = (path: string) => files.every(({ name, optional }) => optional || existsSync(join(path, name)))
  for (const path of folders.filter(has)) writeFiles({ path, files })
}

export function joinCgroups(folders: readonly CgroupFolder[], pid: number): void {
  for (const folder of folders) writeFileSync(join(folder.path, 'cgroup.procs'), String(pid))
}

/** Removing fails while a process is still on its way out; the caller tries again. */
export function removeCgroups(folders: readonly string[]): boolean {
  let gone = true
  for (const path of folders) {
    try {
      rmdirSync(path)
    } catch {
      gone &&= !existsSync(path)
    }
  }
  return gone
}

/** How often the kernel killed in this group for lack of memory. */
export function countMemoryKills(folders: readonly string[]): number {
  return (
    number(folders, 'memory.oom_control', /oom_kill (\d+)/) ?? number(folders, 'memory.events', /oom_kill (\d+)/) ?? 0
  )
}

export function readFigures(folders: readonly string[]): Figures | null {
  const memory = number(folders, 'memory.usage_in_bytes') ?? number(folders, 'memory.current')
  if (memory === null) return null
  const nanoseconds = number(folders, 'cpuacct.usage')
  const microseconds = number(folders, 'cpu.stat', /usage_usec (\d+)/)
  return {
    memoryBytes: memory,
    cpuSeconds: nanoseconds !== null ? nanoseconds / 1e9 : (microseconds ?? 0) / 1e6,
    waitedSeconds: waitedSeconds(folders),
    processes: number(folders, 'pids.current') ?? countProcesses(folders),
  }
}

/** Without the controller that counts them. */
function countProcesses(folders: readonly string[]): number {
  return folders[0] === undefined ? 0 : wordsIn(folders[0], 'cgroup.procs').length
}

function number(folders: readonly string[], name: string, pattern = /(\d+)/): number | null {
  for (const folder of folders) {
    try {
      const match = pattern.exec(readFileSync(join(folder, name), 'utf8'))
      if (match?.[1]) return Number(match[1])
    } catch {
      // This controller lives in another folder.
    }
  }
  return null
}
