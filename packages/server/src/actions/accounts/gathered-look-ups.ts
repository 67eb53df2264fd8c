import { type Batcher, createBatcher } from '../../lib/schedule/batcher.ts'
import { apiKeysByClientId, type KeyWithHashes } from '../../store/accounts/api-keys.ts'
import { type SessionFacts, sessionsByHash } from '../../store/accounts/sessions.ts'
import { askAsNobody } from '../../store/database/ask-as.ts'
import type { Db } from '../../store/database/database.ts'
import type { Platform } from '../platform/platform.ts'

export interface GatheredLookUps {
  session: Batcher<Buffer, SessionFacts | undefined>
  key: Batcher<string, KeyWithHashes | undefined>
}

const MAX = 100

/** Those of each database. */
const gathered = new WeakMap<Db, GatheredLookUps>()

/**
 * Look-ups of credentials that nobody showed before. Those that come while two are in progress go together in the next, so that a flood of invented
 * ones takes two connections of the database, and not all of them; a second one goes on where the first does not answer.
 */
export function gatheredLookUps({ db, clock }: Pick<Platform, 'clock' | 'db'>): GatheredLookUps {
  const known = gathered.get(db)
  if (known !== undefined) return known
  const one = { maxItems: MAX, maxBytes: MAX, sizeOf: () => 1, parallel: 2 }
  const made: GatheredLookUps = {
    session: createBatcher({ ...one, write: (hashes) => askAsNobody(() => sessionsByHash(db, hashes, clock.now())) }),
    key: createBatcher({ ...one, write: (clientIds) => askAsNobody(() => apiKeysByClientId(db, clientIds)) }),
  }
  gathered.set(db, made)
  return made
}
