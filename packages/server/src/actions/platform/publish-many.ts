import type { Trx } from '../../store/database/transaction.ts'
import type { Platform } from './platform.ts'

/** What is told by one change must fit into one notification of the database. */
const TOLD_AT_ONCE = 200

/** Tells of many installations by a few changes, of each once. */
export async function publishMany(
  changes: Platform['changes'],
  trx: Trx,
  topic: 'ledger' | 'traffic',
  installationIds: Iterable<string>,
): Promise<void> {
  const ids = [...new Set(installationIds)]
  for (let from = 0; from < ids.length; from += TOLD_AT_ONCE)
    await changes.publish(trx, topic, ids.slice(from, from + TOLD_AT_ONCE).join(','))
}
