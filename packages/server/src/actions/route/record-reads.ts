import { transaction } from '../../store/database/transaction.ts'
import { addReads, type LedgerCount } from '../../store/route/ledger.ts'
import type { Platform } from '../platform/platform.ts'
import { publishMany } from '../platform/publish-many.ts'

/**
 * Writes counted reads down and tells those who look at a ledger. However often an application reads, and however many
 * installations there are, that is a few changes for each writing and nothing for a read.
 */
export async function recordReads(
  { db, changes }: Pick<Platform, 'db' | 'changes'>,
  counts: readonly LedgerCount[],
): Promise<void> {
  await transaction(db, async (trx) => {
    await addReads(trx, counts)
    const installationIds = counts.map(({ installationId }) => installationId)
    await publishMany(changes, trx, 'ledger', installationIds)
  })
}
