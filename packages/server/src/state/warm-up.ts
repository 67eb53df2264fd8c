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

export interface WarmUp {
  readonly warmth: Readonly<Warmth>
  /** Resolves when everything was read, memory is half full, or it was stopped. */
  finished: Promise<void>
  stop(): void
}

const AT_ONCE = 4

/**
 * Reads the state of every installation that may be asked for, so that this process can answer also when the database goes away
 * a moment later. Serving does not wait for it. What is read beyond half of the memory would push out what is used.
 */
export function startWarmUp(platform: Platform, cache: Pick<StateCache, 'get' | 'hasRoom'>): WarmUp {
  const warmth: Warmth = { read: 0, total: 0, done: false }
  let stopped = false

  async function warm(): Promise<void> {
    const ids = await answeringInstallations(platform.db)
    warmth.total = ids.length
    const next = ids.values()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const id of next) {
          if (stopped || !cache.hasRoom) return
          const entry = await cache.get(id)
          if (entry?.present.way === 'direct') await recallToken(platform, id)
          warmth.read += 1
        }
      }),
    )
    warmth.done = !stopped
    platform.log.debug({ ...warmth }, 'State was read ahead of time')
  }

  const finished = warm().catch((error: Error) =>
    platform.log.warn({ error: error.message, ...warmth }, 'State could not be read ahead; it is read when asked for'),
  )
  return {
    warmth,
    finished,
    stop() {
      stopped = true
    },
  }
}
