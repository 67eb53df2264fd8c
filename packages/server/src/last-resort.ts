import { describeError } from './lib/describe-error.ts'
import type { Log } from './lib/log.ts'

/** The exit code of a program that failed by its own bug, by the convention of sysexits.h. */
export const FAULT_EXIT_CODE = 70
/** How long what is in progress may take to end. A held call takes 20 s at most. */
const LIMIT_MS = 25_000
const MAX_REPORTED = 20

export interface LastResortParts {
  log: Log
  /** Takes the process out of service in order: not ready any more, what is in progress finishes, everything is closed. */
  stop(): Promise<void>
  exit(code: number): void
  limitMs?: number
}

/**
 * What happens with an error that nothing caught. The process cannot be trusted any more, so it is replaced: the error is logged with its place, the
 * process goes out of service in order, and ends with an exit code that tells its supervisor to start it again. It never stays, and it never
 * takes longer than the limit.
 *
 * States: serving → stopping (at the first error) → ended. Errors while it stops are logged and change nothing.
 */
export function createLastResort({ log, stop, exit, limitMs = LIMIT_MS }: LastResortParts): (error: unknown) => void {
  let reported = 0
  let stopping = false

  function report(error: unknown, message: string): void {
    reported += 1
    if (reported > MAX_REPORTED) return
    try {
      log.error({ fault: describeError(error) }, message)
    } catch {
      // A log that fails must not keep the process alive.
    }
  }

  function end(reason: unknown): void {
    if (reason !== undefined) report(reason, 'The process could not be stopped in order')
    exit(FAULT_EXIT_CODE)
  }

  return (error) => {
    report(error, stopping ? 'A further error that nothing caught' : 'An error that nothing caught: the process ends')
    if (stopping) return
    stopping = true
    const limit = setTimeout(() => end(new Error(`it took longer than ${limitMs} ms`)), limitMs)
    const stopped = () => {
      clearTimeout(limit)
      end(undefined)
    }
    stop().then(stopped, end)
  }
}
