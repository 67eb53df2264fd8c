import { createLastResort } from './last-resort.ts'
import { guarded } from './lib/guarded.ts'
import type { Log } from './lib/log.ts'

/** What a start has to take back, each told whether another process goes on at once. */
export type Stops = ((options: { replaced: boolean }) => Promise<unknown>)[]
export type Stop = (options?: { replaced: boolean }) => Promise<void>

/** Stops everything in the opposite order of its start, once, however often it is asked to. */
export function stopper(stops: Stops, log: Log): Stop {
  let stopping: Promise<void> | undefined
  return (options = { replaced: false }) => {
    stopping ??= (async () => {
      for (const stop of stops.splice(0).reverse()) {
        await stop(options).catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
      }
    })()
    return stopping
  }
}

/** Ends the process in order when it is asked to, and when something fails that nothing caught; at once when its supervisor was killed. */
export function watchProcess(stop: Stop, log: Log): void {
  const exit = (code: number) => process.exit(code)
  const lastResort = createLastResort({ log, stop: () => stop({ replaced: true }), exit })
  // Rejections that nobody handles come this way as well.
  process.on('uncaughtException', lastResort)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(
      signal,
      guarded(lastResort, () => stop().then(() => exit(0))),
    )
  }
  process.on('disconnect', () => process.exit(1))
  // The reader of our output may be gone; our work goes on.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
}
