import { createFairQueue, type FairQueue } from '../../lib/sharing/fair-queue.ts'

/** Connections to the database with which outcomes change the health of routes. */
const AT_ONCE = 4
/** As many as deliveries can be in progress; longer than a statement waits for a lock. */
const WAITING = 100_000
const WAIT_MS = 60_000

/**
 * Turns for changes of the health of routes, one at a time for each route. Its row is locked for each of them: where many deliveries of one route fail at once, they
 * would wait for each other with a connection each, until nobody else had one.
 */
export function createHealthTurns(): FairQueue {
  const limits = { running: AT_ONCE, runningPerParty: 1, waiting: WAITING, waitingPerParty: WAITING, waitMs: WAIT_MS }
  return createFairQueue(limits)
}
