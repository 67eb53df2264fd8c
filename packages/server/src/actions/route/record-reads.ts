import { addReads, type LedgerCount } from '../../store/route/ledger.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'

/**
 * Writes counted reads down and tells followers of the ledger. However often an application reads, and however many
 * installations there are, that is a few changes for each writing and nothing for a read.
 */
export async function recordReads(platform: Changing, counts: readonly LedgerCount[]): Promise<void> {
  await changeByPlatform(platform, async (unit) => {
    await addReads(unit.trx, counts)
    return unit.changed('ledger', ...counts.map(({ installationId }) => installationId))
  })
}
