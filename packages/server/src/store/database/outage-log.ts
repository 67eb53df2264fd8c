import { guarded } from '../../lib/guarded.ts'
import { causeOf, type Facts, type Log, type RootLog } from '../../lib/log.ts'
import type { ChangeFeed } from './change-feed.ts'
import { isDatabaseOutage } from './database-away.ts'

type Level = 'warn' | 'error'

export interface OutageLog {
  log: RootLog
  /** From now on an outage is over when the change feed is connected again. */
  follow(changes: Pick<ChangeFeed, 'connected' | 'onConnected'>): void
  close(): void
}

/** Where the change feed noticed nothing, an outage is over after this time without a failure. */
const QUIET_MS = 15_000

/**
 * While the database is away every part that asks it fails, which is one event and no bug. It is one warning when it begins and one line
 * when it ends; the lines between are written at the level `debug`.
 */
export function createOutageLog(root: RootLog, quietMs = QUIET_MS): OutageLog {
  let changes: Pick<ChangeFeed, 'connected' | 'onConnected'> | undefined
  let outage: { began: number; hidden: number } | undefined
  let timer: NodeJS.Timeout | undefined
  const failed = (error: unknown) => root.error({ error }, 'Telling of an outage of the database failed by a bug')

  function over(): void {
    clearTimeout(timer)
    if (outage === undefined) return
    const { began, hidden } = outage
    outage = undefined
    const seconds = Math.ceil((performance.now() - began) / 1_000)
    root.info({ seconds, hidden }, 'The database answers again')
  }

  function look(): void {
    clearTimeout(timer)
    timer = setTimeout(
      guarded(failed, () => (changes?.connected === false ? look() : over())),
      quietMs,
    ).unref()
  }

  function hide(error: Error): void {
    if (outage === undefined) {
      outage = { began: performance.now(), hidden: 0 }
      root.warn(
        { reason: error.message },
        'The database is away: what is in memory is served on, everything else waits for it. Details are logged at the level debug',
      )
    } else outage.hidden += 1
    look()
  }

  function wrap<Wrapped extends Log>(log: Wrapped): Wrapped {
    const write = (level: Level) => (facts: Facts, message: string) => {
      const error = causeOf(facts)
      if (!isDatabaseOutage(error)) return log[level](facts, message)
      hide(error)
      log.debug(facts, message)
    }
    return { ...log, warn: write('warn'), error: write('error'), child: (facts: Facts) => wrap(log.child(facts)) }
  }

  return {
    log: wrap(root),
    follow(feed) {
      changes = feed
      feed.onConnected((connected) => {
        if (connected) over()
      })
    },
    close: () => clearTimeout(timer),
  }
}
