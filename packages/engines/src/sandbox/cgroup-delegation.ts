import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Where the platform stays in a cgroup that was delegated to it. */
const LEAF = 'platform'
const WANTED = ['memory', 'cpu', 'pids']
const WEIGHT_PER_CORE = 100

/** Processes start while others are moved; those started by a process that has moved are in its new place. */
const PASSES = 10

/**
 * Takes the cgroup (version 2) that was delegated to this process and returns the one to make others in. The kernel passes controllers on only where no process is,
 * so all processes move into a leaf first. Throws the reason where it cannot.
 */
export function takeDelegated(mount: string, proc = '/proc'): string {
  const own = join(mount, ownPath(proc))
  if (!existsSync(own)) throw new Error(`its cgroup ${own} cannot be seen`)
  // In the leaf it was put by the service manager, or by the start before this one.
  const taken = basename(own) === LEAF && mayFill(dirname(own)) ? dirname(own) : own
  if (holdsProcesses(taken)) moveAll(taken)
  return taken
}

function ownPath(proc: string): string {
  const path = /^0::(\/.*)$/m.exec(readFileSync(join(proc, 'self/cgroup'), 'utf8'))?.[1]
  if (path === undefined || path.split('/').includes('..')) throw new Error('its cgroup cannot be seen')
  return path
}

/** The root of the machine is nobody's to take; it alone has no type, and may hold processes beside groups. */
const isRoot = (folder: string) => !existsSync(join(folder, 'cgroup.type'))

function mayFill(folder: string): boolean {
  try {
    accessSync(join(folder, 'cgroup.subtree_control'), constants.W_OK)
    return !isRoot(folder)
  } catch {
    return false
  }
}

/** Whether the kernel refuses groups with controllers below it. */
export function holdsProcesses(folder: string): boolean {
  return !isRoot(folder) && wordsIn(folder, 'cgroup.procs').length > 0
}

function moveAll(folder: string): void {
  const leaf = join(folder, LEAF)
  mkdirSync(leaf, { recursive: true })
  moveSelf(folder, leaf)
  for (let pass = 0; pass < PASSES; pass += 1) {
    const left = wordsIn(folder, 'cgroup.procs')
    if (left.length === 0) return
    for (const pid of left) tryWrite(join(leaf, 'cgroup.procs'), pid)
  }
  throw new Error(`these processes cannot be moved to ${leaf}: ${wordsIn(folder, 'cgroup.procs').join(', ')}`)
}

/** This process goes first: where it may not, nothing was moved. A start before this one may have left controllers on, below which the kernel lets nobody join. */
function moveSelf(folder: string, leaf: string): void {
  const move = () => writeFileSync(join(leaf, 'cgroup.procs'), String(process.pid))
  try {
    move()
  } catch {
    for (const name of wordsIn(folder, 'cgroup.subtree_control').filter((word) => WANTED.includes(word)))
      tryWrite(join(folder, 'cgroup.subtree_control'), `-${name}`)
    move()
  }
}

/** One by one: what is absent or fails is missing, and the others limit. */
export function enable(folder: string): void {
  const there = wordsIn(folder, 'cgroup.subtree_control')
  const available = wordsIn(folder, 'cgroup.controllers')
  for (const name of WANTED.filter((word) => available.includes(word) && !there.includes(word)))
    tryWrite(join(folder, 'cgroup.subtree_control'), `+${name}`)
}

/** The platform weighs as much as guaranteed shares of all cores; and it sees the memory limits of its service, which Node looks for in its own cgroup alone. */
export function shareOut(folder: string): void {
  const leaf = join(folder, LEAF)
  tryWrite(join(leaf, 'cpu.weight'), String(Math.min(10_000, WEIGHT_PER_CORE * availableParallelism())))
  for (const name of ['memory.high', 'memory.max'])
    if (existsSync(join(leaf, name))) tryWrite(join(leaf, name), readFileSync(join(folder, name), 'utf8').trim())
}

/** The words of one of its files. */
export function wordsIn(folder: string, name: string): string[] {
  return readFileSync(join(folder, name), 'utf8').split(/\s+/).filter(Boolean)
}

/** What fails shows itself where the folder is read again. */
function tryWrite(path: string, value: string): void {
  try {
    writeFileSync(path, value)
  } catch {}
}
