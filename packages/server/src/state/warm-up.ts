import type { Platform } from '../actions/platform/platform.ts'
import { READ_TOGETHER } from '../actions/route/read-state.ts'
import { recallToken } from '../actions/tenant/recall-token.ts'
import { briefly } from '../lib/log.ts'
import { answeringInstallations } from '../store/installation/answering-installations.ts'
import type { Entry } from './entry.ts'
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
  /** Ends reading ahead, and resolves when nothing is in progress any more. */
  stop(): Promise<void>
}

/** Where the warm-up reads from; the database unless told. */
export interface WarmUpSource {
  list(): Promise<readonly string[]>
  recall(installationId: string): Promise<unknown>
}

/** So many read at a time, and each as many installations as one statement reads: requests need connections too. */
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

  /** Takes the token of an installation into memory, if its record was read and comes with one. */
  async function recall(id: string, record: PromiseSettledResult<Entry | null> | undefined): Promise<void> {
    if (record?.status === 'rejected') throw record.reason
    if (record?.value?.present.ready.way === 'direct') await source.recall(id)
  }

  async function warm(): Promise<void> {
    const own = round
    Object.assign(warmth, { read: 0, total: 0, done: false })
    const ids = await source.list()
    warmth.total = ids.length
    let at = 0
    let lastError: Error | undefined
    const isOver = () => stopped || own !== round || !cache.hasRoom
    async function lane(): Promise<void> {
      while (at < ids.length && !isOver()) {
        const some = ids.slice(at, at + READ_TOGETHER)
        at += some.length
        const records = await Promise.allSettled(some.map((id) => cache.get(id)))
        for (const [index, id] of some.entries()) {
          if (isOver()) return
          try {
            await recall(id, records[index])
            warmth.read += 1
          } catch (error) {
            lastError = error as Error
          }
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    if (stopped || own !== round) return
    warmth.done = true
    if (lastError === undefined) platform.log.debug({ ...warmth }, 'State was read ahead of time')
    else warn(lastError)
  }

  function warn(error: Error): void {
    platform.log.warn({ ...briefly(error), ...warmth }, 'State could not be read ahead; it is read when asked for')
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
