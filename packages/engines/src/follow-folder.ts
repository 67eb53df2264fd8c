import { mkdirSync, watch } from 'node:fs'
import { guarded } from './guarded.ts'

/** A change is noticed at once where the system tells, and after this time where it does not. */
const LOOK_MS = 2_000

type Tell = (folder: string, look: () => void) => { on(event: 'error', done: () => void): unknown }

/**
 * Looks now, whenever something in the folder changes, and every two seconds. Systems give the processes of one user few watches together, 128
 * as a rule: a process that gets none goes on without.
 */
export function followFolder(
  folder: string,
  look: () => void,
  { everyMs = LOOK_MS, tell = watch }: { everyMs?: number; tell?: Tell } = {},
): void {
  const lookSafely = guarded(complain, look)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    tell(folder, lookSafely).on('error', () => {})
  } catch {
    // Every look finds what a watch would have told.
  }
  setInterval(lookSafely, everyMs).unref()
  look()
}

function complain(error: unknown): void {
  process.stderr.write(`${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`)
}
