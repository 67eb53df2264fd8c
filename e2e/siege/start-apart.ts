import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

export interface Apart<Told> {
  pid: number
  /** Resolves when it begins. */
  began: Promise<unknown>
  /** Ends its input, on which it ends by itself, and returns what it told. */
  end(): Promise<Told>
}

/** Runs a command with what nobody else wants of the processor: everything else that wakes up goes first at once. */
const LEFTOVERS = ['chrt', '--idle', '0']
const canYield = existsSync('/usr/bin/chrt')
const LOWEST = 19

/** Linux may share the processor between sessions first: a session of its own with the lowest priority keeps no application waiting either. */
function yieldAsSession(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(LOWEST))
  } catch {
    // Elsewhere there is no such file.
  }
}

/**
 * Starts a program of this folder in a process of its own; it writes a line when it begins, and a second one, what it tells, when its input ends. One that `yields`
 * stands for machines that are not the platform's.
 */
export function startApart<Told>(program: string, args: readonly string[], { yields = false } = {}): Apart<Told> {
  const own = [process.execPath, resolve(import.meta.dirname, program), ...args]
  const [command = '', ...rest] = yields && canYield ? [...LEFTOVERS, ...own] : own
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'], detached: yields })
  if (yields && child.pid !== undefined) yieldAsSession(child.pid)
  if (yields && !canYield && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const began = lines.next()
  const told = began.then(() => lines.next())
  return {
    pid: child.pid ?? 0,
    began,
    async end() {
      child.stdin.end()
      const { value, done } = await told
      if (done) throw new Error(`${program} ended without telling what it saw.`)
      return JSON.parse(value) as Told
    },
  }
}
