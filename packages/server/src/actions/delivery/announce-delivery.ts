import { guarded } from '../../lib/guarded.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'

const GATHER_MS = 500
/** Under load some watchers are told a moment later, so that no transaction grows long; nobody is left out. */
const MAX_AT_ONCE = 200

export type Announcing = Changing & Pick<Platform, 'log'>
type Topic = 'delivery' | 'call'

/** Notifications that are still gathered: topic → installations. */
type Gathered = Map<Topic, Set<string>>

const waiting = new WeakMap<Announcing['changes'], Gathered>()

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
  const known = waiting.get(platform.changes)
  const gathered: Gathered = known ?? new Map()
  gathered.set(topic, (gathered.get(topic) ?? new Set()).add(installationId))
  if (known !== undefined) return
  waiting.set(platform.changes, gathered)
  tellLater(platform, gathered)
}

function tellLater(platform: Announcing, gathered: Gathered): void {
  const failed = (error: unknown) => platform.log.error({ error }, 'Telling of deliveries and calls failed by a bug')
  const tell = guarded(failed, () => {
    const told = take(gathered)
    if (gathered.size === 0) waiting.delete(platform.changes)
    else tellLater(platform, gathered)
    changeByPlatform(platform, async (unit) => {
      const published = told.map(([topic, id]) => unit.changed(topic, id))
      return published[0] ?? unit.unchanged()
    }).catch((error: Error) => platform.log.debug({ error: error.message }, 'Nobody was told of deliveries and calls'))
  })
  setTimeout(tell, GATHER_MS).unref()
}

function take(gathered: Gathered): [Topic, string][] {
  const all = [...gathered].flatMap(([topic, ids]) => [...ids].map((id): [Topic, string] => [topic, id]))
  const taken = all.slice(0, MAX_AT_ONCE)
  for (const [topic, id] of taken) {
    gathered.get(topic)?.delete(id)
    if (gathered.get(topic)?.size === 0) gathered.delete(topic)
  }
  return taken
}
