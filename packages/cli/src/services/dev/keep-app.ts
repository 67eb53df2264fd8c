import { setTimeout as pause } from 'node:timers/promises'
import { guarded } from '@mkt/engines'
import type { RunningApp } from './app-process.ts'

export interface KeptApp {
  /** Whether the application that is current now becomes healthy. */
  healthy(): Promise<boolean>
  /** Its address once it is healthy; undefined when it is not getting there. */
  url(): Promise<string | undefined>
  /** Ends it, does what has to be done in between, and starts it again. */
  restart(between: () => Promise<void>): Promise<boolean>
  stop(): Promise<void>
  /** The number of the start in progress; undefined once the application is healthy or has given up. */
  starting(): number | undefined
}

const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/** Keeps an application running: one that was healthy and ends is started again, as on the platform, later each time. */
export function keepApp(start: () => Promise<RunningApp>, print: (line: string) => void): KeptApp {
  let crashes = 0
  let stopped = false
  const complain = (error: unknown) => print(`mkt dev: ${error instanceof Error ? error.message : String(error)}`)
  let starts = 0
  let underWay = 0
  const count = guarded(complain, async (app: Promise<RunningApp>) => {
    underWay += 1
    try {
      await (await app).healthy
    } finally {
      underWay -= 1
    }
  })
  const begin = (): Promise<RunningApp> => {
    starts += 1
    const app = start()
    count(app)
    watchOver(app)
    return app
  }
  const watchOver = guarded(complain, async (app: Promise<RunningApp>) => {
    const { healthy, crashed } = await app
    if (!(await healthy)) return
    const why = await crashed
    if (stopped || app !== current) return
    const afterMs = Math.min(FIRST_MS * 2 ** crashes, LONGEST_MS)
    crashes += 1
    print(`crashed: ${why}; started again in ${afterMs / 1000} s`)
    await pause(afterMs, undefined, { ref: false })
    if (stopped || app !== current) return
    current = begin()
    print(tellHealth(await (await current).healthy))
  })
  let current = begin()
  // One that could not even be started has nothing to end; it must not keep the next one from being tried.
  const end = () =>
    current.then(
      (app) => app.stop(),
      () => {},
    )
  return {
    healthy: async () => (await current).healthy,
    url: async () => ((await (await current).healthy) ? (await current).url : undefined),
    async restart(between) {
      await end()
      await between()
      if (stopped) return false
      crashes = 0
      current = begin()
      return (await current).healthy
    },
    async stop() {
      stopped = true
      await end()
    },
    starting: () => (underWay > 0 ? starts : undefined),
  }
}

export function tellHealth(healthy: boolean): string {
  return healthy ? 'healthy again' : 'not healthy: see the lines above'
}
