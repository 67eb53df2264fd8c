import type { Platform } from '../actions/platform/platform.ts'
import { recallToken } from '../actions/tenant/recall-token.ts'
import { answeringInstallations } from '../store/installation/answering-installations.ts'
import type { StateCache } from './state-cache.ts'

/** How far a process is with reading what it may be asked for. */
export interface Warmth {
  /** Installations read so far, and how many there are to read. */
  read: number
  total: number
  done: boolean
}

/** Of what this process may be asked for, how much it has read, in whole percent: how much that is, is nobody's business. */
export function warmthPercent({ read, total, done }: Readonly<Warmth>): number {
  if (total === 0) return done ? 100 : 0
  return Math.floor((100 * read) / total)
}

export interface WarmUp {
  readonly warmth: Readonly<Warmth>
  /** Ends reading ahead, and resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/** Where the warm-up reads from; the database unless told. */
export interface WarmUpSource {
  list(): Promise<readonly string[]>
  recall(installationId: string): Promise<unknown>
}

const AT_ONCE = 4

/**
 * Reads the state of every installation that may be asked for, so that this process can answer also when the database goes away
 * a moment later; again after each reset of the change feed, which empties the cache. Serving does not wait for it. What is read beyond
 * half of the memory would push out what is used.
 */
export function startWarmUp(
  platform: Platform,
  cache: Pick<StateCache, 'get' | 'hasRoom'>,
  source: WarmUpSource = {
    list: () => answeringInstallations(platform.db),
    recall: (installationId) => recallToken(platform, installationId),
  },
): WarmUp {
  const warmth: Warmth = { read: 0, total: 0, done: false }
  let stopped = false
  /** Counts resets: a round that began before the last one is not continued. */
  let round = 0

  async function readOne(id: string): Promise<void> {
    const entry = await cache.get(id)
    if (entry?.present.way === 'direct') await source.recall(id)
  }

  async function warm(): Promise<void> {
    const own = round
    Object.assign(warmth, { read: 0, total: 0, done: false })
    const ids = await source.list()
    warmth.total = ids.length
    const next = ids.values()
    let lastError: Error | undefined
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const id of next) {
          if (stopped || own !== round || !cache.hasRoom) return
          try {
            await readOne(id)
            warmth.read += 1
          } catch (error) {
            lastError = error as Error
          }
        }
      }),
    )
    if (stopped || own !== round) return
    warmth.done = true
    if (lastError === undefined) platform.log.debug({ ...warmth }, 'State was read ahead of time')
    else warn(lastError)
  }

  function warn(error: Error): void {
    platform.log.warn({ error: error.message, ...warmth }, 'State could not be read ahead; it is read when asked for')
  }

  let running = warm().catch(warn)
  const unsubscribe = platform.changes.subscribe('installation', {
    changed() {},
    reset() {
      round += 1
      running = running.then(() => (stopped ? undefined : warm())).catch(warn)
    },
  })
  return {
    warmth,
    stop() {
      stopped = true
      unsubscribe()
      return running
    },
  }
}
