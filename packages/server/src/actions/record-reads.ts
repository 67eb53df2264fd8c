import { addReads, type LedgerCount } from '../store/ledger.ts'
import { transaction } from '../store/transaction.ts'
import type { Platform } from './platform.ts'

/** What is told by one change must fit into one notification of the database. */
const TOLD_AT_ONCE = 200

/**
 * Writes counted reads down and tells those who look at a ledger. However often an application reads, and however many
 * installations there are, that is a few changes for each writing and nothing for a read.
 */
export async function recordReads(
  { db, changes }: Pick<Platform, 'db' | 'changes'>,
  counts: readonly LedgerCount[],
): Promise<void> {
  const read = [...new Set(counts.map((count) => count.installationId))]
  await transaction(db, async (trx) => {
    await addReads(trx, counts)
    for (let from = 0; from < read.length; from += TOLD_AT_ONCE)
      await changes.publish(trx, 'ledger', read.slice(from, from + TOLD_AT_ONCE).join(','))
  })
}
