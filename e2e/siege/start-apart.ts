import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'

export interface Apart<Told> {
  pid: number
  /** Ends its input, on which it ends by itself, and returns what it told. */
  end(): Promise<Told>
}

/** Starts a program of this folder in a process of its own; it tells one thing, when its input ends. */
export function startApart<Told>(program: string, args: readonly string[]): Apart<Told> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, program), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const told = text(child.stdout)
  return {
    pid: child.pid ?? 0,
    async end() {
      child.stdin.end()
      const answer = await told
      if (answer === '') throw new Error(`${program} ended without telling what it saw.`)
      return JSON.parse(answer) as Told
    },
  }
}
