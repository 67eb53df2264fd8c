import type { Part } from '@mkt/contract/parts'
import { decideReadiness, type EngineReadiness, needsOf } from '../../domain/platform/readiness.ts'
import { createPulse, type PulseWatch } from '../../lib/schedule/pulse.ts'
import { pingDatabase } from '../../store/database/ping-database.ts'
import { type StorageFailure, storageFailure, storageWords } from '../../store/image/storage-failure.ts'
import type { Platform } from './platform.ts'

const DATABASE_FRESH_MS = 1_000
const DATABASE_LIMIT_MS = 2_000
const ENGINE_FRESH_MS = 5_000
const ENGINE_LIMIT_MS = 3_000
/** A part whose verdict does not depend on the answer waits no longer for a fresh one. */
const ASIDE_MS = 200
const STORAGE_FRESH_MS = 10_000
const STORAGE_LIMIT_MS = 5_000
/** Result of a probe before its first answer. */
const NOT_ASKED = 'no answer yet'

/** Answer of a part's `/readyz`. */
export interface ReadyAnswer {
  status: number
  body: Record<string, unknown>
}

/** An engine as readiness sees it: what was found out when it was opened, and whether it answers now. */
export interface WatchedEngine extends Pick<EngineReadiness, 'refusal' | 'problems'> {
  probe(): Promise<unknown>
}

export interface ReadinessWatch {
  of(part: Part, more?: Record<string, unknown>): Promise<ReadyAnswer>
  /** Further conditions of readiness, besides database and change feed, once known. */
  watchRoutes(loaded: () => boolean): void
  watchEngine(engine: WatchedEngine): void
}

/** Tells for every port of this process whether its part can work, and what is wrong. */
export function createReadiness(
  platform: Pick<Platform, 'db' | 'changes' | 'quarantine' | 'log'> & Partial<Pick<Platform, 'blobs'>>,
  isEnding: () => boolean = () => false,
  now: () => number = () => performance.now(),
): ReadinessWatch {
  const database = createPulse(() => pingDatabase(platform.db), {
    freshMs: DATABASE_FRESH_MS,
    limitMs: DATABASE_LIMIT_MS,
    now,
  })
  let storageFails: StorageFailure | null = null
  const storage = createPulse(
    async () => {
      const failed = (await platform.blobs?.check().then(() => null, storageFailure)) ?? null
      storageFails = failed
    },
    { freshMs: STORAGE_FRESH_MS, limitMs: STORAGE_LIMIT_MS, now },
  )
  let toldStorage: StorageFailure | null = null
  /** Those who look at a log rather than at `/readyz` learn of it too, before a push meets it; each change is one line. */
  function tellStorage(state: StorageFailure | null): void {
    if (state === toldStorage) return
    toldStorage = state
    if (state === null) platform.log.info({ storage: 'up' }, 'The image storage can be used again')
    else platform.log.error({ storage: state }, `The image storage ${storageWords[state]}`)
  }
  let routesLoaded: (() => boolean) | undefined
  let engine: (WatchedEngine & { pulse: PulseWatch }) | undefined
  const word = (up: boolean) => (up ? 'up' : 'down')

  return {
    async of(part, more = {}) {
      const ending = isEnding()
      const ask = (need: 'database' | 'engine', pulse: PulseWatch) =>
        needsOf[part].includes(need) ? pulse.ask() : pulse.known(ASIDE_MS)
      const showsStorage = part === 'api' && platform.blobs !== undefined
      const [base, engineReach, stored] = await Promise.all([
        ask('database', database),
        engine === undefined ? undefined : ask('engine', engine.pulse),
        showsStorage ? storage.known(ASIDE_MS) : undefined,
      ])
      const storageState = stored?.up === false && stored.reason !== NOT_ASKED ? 'away' : storageFails
      if (stored !== undefined && stored.reason !== NOT_ASKED) tellStorage(storageState)
      const changeFeed = { up: platform.changes.connected }
      const facts = {
        ending,
        database: base,
        changeFeed,
        ...(showsStorage ? { storage: storageState === null ? null : storageWords[storageState] } : {}),
        ...(routesLoaded === undefined ? {} : { routesLoaded: routesLoaded() }),
        ...(engine === undefined || engineReach === undefined
          ? {}
          : { engine: { ...engineReach, refusal: engine.refusal, problems: engine.problems } }),
      }
      const { ready, reasons } = decideReadiness(part, facts)
      return {
        status: ready ? 200 : 503,
        body: {
          status: ready ? 'ready' : 'not ready',
          database: word(base.up),
          changeFeed: word(changeFeed.up),
          ...(showsStorage ? { storage: storageState ?? 'up' } : {}),
          ...(ending ? { ending } : {}),
          reasons,
          ...(platform.quarantine.report === null ? {} : { quarantine: platform.quarantine.report }),
          ...more,
        },
      }
    },
    watchRoutes(loaded) {
      routesLoaded = loaded
    },
    watchEngine(watched) {
      const pulse = createPulse(() => watched.probe(), { freshMs: ENGINE_FRESH_MS, limitMs: ENGINE_LIMIT_MS, now })
      engine = { ...watched, pulse }
    },
  }
}
