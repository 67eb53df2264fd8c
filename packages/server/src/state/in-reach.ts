import { Failure } from '@mkt/contract/errors'
import { inTime } from '../lib/schedule/within.ts'
import { isDatabaseAway } from '../store/database/database-away.ts'

/** How long a read waits for the database: an application that gets no answer gives up too. */
const LIMIT_MS = 2_000

/** Reads the database, or throws 503 if it is unavailable or does not answer in time. */
export async function inReach<Result>(work: Promise<Result>, limitMs = LIMIT_MS): Promise<Result> {
  try {
    return await inTime(work, limitMs, away)
  } catch (error) {
    throw isDatabaseAway(error) ? away() : error
  }
}

function away(): Failure {
  return new Failure(
    'database_unavailable',
    'The state is not cached and the database is unavailable. Try again soon.',
    { headers: { 'retry-after': '2' } },
  )
}
