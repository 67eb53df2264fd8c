import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

export interface Apart<Told> {
  pid: number
  /** Resolves when it begins. */
  began: Promise<unknown>
  /** Ends its input, on which it ends by itself, and returns what it told. */
  end(): Promise<Told>
}

/** Starts a program of this folder in a process of its own; it writes a line when it begins, and a second one, what it tells, when its input ends. */
export function startApart<Told>(program: string, args: readonly string[]): Apart<Told> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, program), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
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
