import { Failure } from '@mkt/contract/errors'
import { type Difference, differencesFrom, type Home, isNews } from '../../domain/platform/home.ts'
import type { Log } from '../../lib/log.ts'
import { createPendingStarts, type Startable } from '../../lib/schedule/pending-starts.ts'
import { startPeriodic } from '../../lib/schedule/periodic.ts'
import type { Db } from '../../store/database/database.ts'
import { databaseIdentity, insertHome, recordedHome, replaceHome, signHome } from '../../store/platform/homes.ts'

const LOOK_EVERY_MS = 1_000

/**
 * Keeps a copy of a platform from acting for the original. A process whose database or gateway address differs from the recorded home
 * answers reads and does nothing that reaches policy systems, applications or people, until an operator confirms the takeover.
 */
export interface Quarantine {
  readonly active: boolean
  /** The reason shown by `/readyz`, the console and the log; null outside quarantine. */
  readonly report: {
    differences: readonly Difference[]
    gatewayUrl: string | null
    recordedGatewayUrl: string | null
  } | null
  /** The identity that this process found, recorded when the takeover is confirmed. */
  readonly found: Home
  /** Throws while the quarantine lasts. */
  refuse(): void
  /** Starts a part now, or when the quarantine ends. What it returns stops the part either way. */
  begin(start: () => Startable | Promise<Startable>): Promise<Startable>
  /** Compares with the recorded home again. */
  look(): Promise<void>
  close(): Promise<void>
}

export async function openQuarantine(
  { db, log }: { db: Db; log: Log },
  options: { gatewayUrl: string | null; laptop: boolean },
): Promise<Quarantine> {
  const found: Home = { database: await databaseIdentity(db), ...options }
  const pending = createPendingStarts((error) =>
    log.warn({ err: error }, 'A part could not be started after the quarantine; it is tried again'),
  )
  let report = await judge()

  async function judge(): Promise<Quarantine['report']> {
    // When several processes start first together, one records the home; all judge by what it recorded.
    if ((await recordedHome(db)) === undefined) await insertHome(db, found)
    const home = (await recordedHome(db)) ?? found
    const differences = differencesFrom(home, found)
    if (differences.length > 0)
      return { differences, gatewayUrl: found.gatewayUrl, recordedGatewayUrl: home.gatewayUrl }
    if (isNews(home, found)) await replaceHome(db, found)
    else await signHome(db)
    return null
  }

  async function look(): Promise<void> {
    if (report !== null) {
      report = await judge()
      if (report !== null) return
      log.info({}, 'The takeover was confirmed: the quarantine ends')
    }
    await pending.run()
  }

  if (report !== null)
    log.warn(
      { quarantine: report },
      'This is a copy of a platform and stays in quarantine: it registers, delivers, mails and runs nothing. If it takes over from the original, an operator confirms that in the console or with mkt-admin confirm-takeover',
    )
  const failed = (error: unknown) => log.warn({ err: error }, 'The end of the quarantine could not be completed')
  const looking = report === null ? undefined : startPeriodic(look, LOOK_EVERY_MS, failed)
  return {
    get active() {
      return report !== null
    },
    get report() {
      return report
    },
    found,
    refuse() {
      if (report !== null) throw inQuarantine()
    },
    async begin(start) {
      return report === null ? start() : pending.add(start)
    },
    // A look that is in progress already may have read before the confirmation.
    look: () => looking?.run() ?? Promise.resolve(),
    close: () => looking?.stop() ?? Promise.resolve(),
  }
}

function inQuarantine(): Failure {
  return new Failure(
    'quarantined',
    'This platform is a copy of another one and is in quarantine: it is read-only. Use the original, or ask an operator to confirm the takeover.',
  )
}

/** For processes that judge no home: tests, and commands that act on nothing outside. */
export const noQuarantine: Quarantine = {
  active: false,
  report: null,
  found: { database: { system: null, oid: 0 }, gatewayUrl: null },
  refuse() {},
  begin: async (start) => start(),
  look: () => Promise.resolve(),
  close: () => Promise.resolve(),
}
