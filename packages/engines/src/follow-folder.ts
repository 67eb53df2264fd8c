import { mkdirSync } from 'node:fs'
import { guarded } from './guarded.ts'

/**
 * How soon a change is noticed. By time alone: Linux gives all processes of one user 128 watches together, each application would take one, and
 * none would be left for other programs of that user.
 */
const LOOK_MS = 1_000

/** Looks at what is in a folder now, and every second. */
export function followFolder(folder: string, look: () => void): void {
  const lookSafely = guarded(complain, look)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  setInterval(lookSafely, LOOK_MS).unref()
  look()
}

function complain(error: unknown): void {
  process.stderr.write(`${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`)
}
