import { newId } from '../../lib/ids.ts'
import { type Trx, transaction } from '../../store/database/transaction.ts'
import { releasesToWake, wakeDeployment } from '../../store/deployment/deployments.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Makes sure, inside the caller's transaction, that a release runs or will soon: for a launch, a start or an upgrade.
 * A deployment that failed gets a new attempt.
 */
export async function wantDeployment(
  platform: Pick<Platform, 'clock' | 'random' | 'changes'>,
  trx: Trx,
  release: { id: string; listingId: string },
): Promise<void> {
  const now = platform.clock.now()
  const id = newId('dep', now, platform.random)
  const woken = await wakeDeployment(trx, { id, releaseId: release.id, listingId: release.listingId, now })
  if (woken !== undefined) await platform.changes.publish(trx, 'deployment', woken)
}

/** Finds every release that must run and does not, and begins its deployment. Returns how many it found. */
export async function wakeDeployments(platform: Platform): Promise<number> {
  const releases = await releasesToWake(platform.db)
  for (const { releaseId, listingId } of releases) {
    await transaction(platform.db, (trx) => wantDeployment(platform, trx, { id: releaseId, listingId }))
  }
  return releases.length
}
