import {
  addTo,
  type CountedRequest,
  countRequest,
  noRequests,
  type RequestCount,
} from '../../domain/traffic/request-count.ts'
import { createDelayedFlush, type Flushing } from '../../lib/schedule/delayed-flush.ts'
import type { Platform } from '../platform/platform.ts'

/** Requests counted in memory by what they were for, and written down now and then; what cannot be written now is kept. */
export interface RequestTally extends Flushing {
  /** With the organization that the requests belong to, where they belong to one. */
  note(id: string, request: CountedRequest, organizationId?: string): void
}

export function createRequestTally(
  { log }: Pick<Platform, 'log'>,
  afterMs: number,
  write: (counts: ReadonlyMap<string, RequestCount>) => Promise<void>,
): RequestTally {
  let counts = new Map<string, RequestCount>()

  function countOf(id: string, organizationId: string | undefined): RequestCount {
    const known = counts.get(id)
    if (known !== undefined) return known
    const count: RequestCount = { ...noRequests(), ...(organizationId === undefined ? {} : { organizationId }) }
    counts.set(id, count)
    flushing.noted()
    return count
  }

  async function writeDown(): Promise<void> {
    if (counts.size === 0) return
    const taken = counts
    counts = new Map()
    try {
      await write(taken)
    } catch (error) {
      log.debug({ error }, 'Counted requests could not be written down; they are added to what comes next')
      for (const [id, count] of taken) addTo(countOf(id, count.organizationId), count)
    }
  }

  const failed = (error: unknown) => log.error({ error }, 'Counting requests failed by a bug')
  const flushing = createDelayedFlush(writeDown, afterMs, failed)
  return {
    note: (id, request, organizationId) => countRequest(countOf(id, organizationId), request),
    flush: flushing.flush,
    stop: flushing.stop,
  }
}
