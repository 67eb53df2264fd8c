import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'

const program = resolve(import.meta.dirname, 'attackers.ts')

/** Starts all attackers; `end` stops them, where they still go on, and tells how many rounds each had. */
export function startAttackers(bootstrapFile: string): { end(): Promise<Record<string, number>> } {
  const child = spawn(process.execPath, [program, bootstrapFile], { stdio: ['pipe', 'pipe', 'inherit'] })
  const told = text(child.stdout)
  return {
    async end() {
      child.stdin.end()
      return JSON.parse(await told) as Record<string, number>
    },
  }
}
