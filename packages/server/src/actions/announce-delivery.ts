import { transaction } from '../store/transaction.ts'
import type { Platform } from './platform.ts'

const GATHER_MS = 500

type Announcing = Pick<Platform, 'db' | 'changes' | 'log'>

const waiting = new WeakMap<Announcing['changes'], Set<string>>()

/**
 * Tells people who look at an installation that its deliveries moved. However many do within a moment, it is said once for each
 * installation and in one transaction for all, so that watching costs the delivery of events next to nothing.
 */
export function announceDelivery(platform: Announcing, installationId: string): void {
  const gathered = waiting.get(platform.changes)
  if (gathered !== undefined) {
    gathered.add(installationId)
    return
  }
  const ids = new Set([installationId])
  waiting.set(platform.changes, ids)
  setTimeout(() => {
    waiting.delete(platform.changes)
    transaction(platform.db, async (trx) => {
      for (const id of ids) await platform.changes.publish(trx, 'delivery', id)
    }).catch((error: Error) => platform.log.debug({ error: error.message }, 'Nobody was told of moved deliveries'))
  }, GATHER_MS).unref()
}
