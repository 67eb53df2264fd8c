import { transaction } from '../../store/database/transaction.ts'
import type { Platform } from '../platform/platform.ts'

const GATHER_MS = 500
/** Under load some watchers are told a moment later, so that no transaction grows long; nobody is left out. */
const MOST_AT_ONCE = 200

type Announcing = Pick<Platform, 'db' | 'changes' | 'log'>
type Topic = 'delivery' | 'call'

const waiting = new WeakMap<Announcing['changes'], Set<string>>()

/** Tells people who look at an installation that its deliveries moved. */
export function announceDelivery(platform: Announcing, installationId: string): void {
  announce(platform, 'delivery', installationId)
}

/** Tells people who look at an installation that it was called. */
export function announceCall(platform: Announcing, installationId: string): void {
  announce(platform, 'call', installationId)
}

/**
 * However much happens within a moment, it is said once for each installation and in one transaction for all, so that watching
 * costs deliveries and calls next to nothing.
 */
function announce(platform: Announcing, topic: Topic, installationId: string): void {
  const word = `${topic} ${installationId}`
  const gathered = waiting.get(platform.changes)
  if (gathered !== undefined) {
    gathered.add(word)
    return
  }
  const words = new Set([word])
  waiting.set(platform.changes, words)
  tellLater(platform, words)
}

function tellLater(platform: Announcing, words: Set<string>): void {
  setTimeout(() => {
    const told = [...words].slice(0, MOST_AT_ONCE)
    for (const one of told) words.delete(one)
    if (words.size === 0) waiting.delete(platform.changes)
    else tellLater(platform, words)
    transaction(platform.db, async (trx) => {
      for (const one of told) {
        const [changed = '', id = ''] = one.split(' ')
        await platform.changes.publish(trx, changed, id)
      }
    }).catch((error: Error) => platform.log.debug({ error: error.message }, 'Nobody was told of deliveries and calls'))
  }, GATHER_MS).unref()
}
