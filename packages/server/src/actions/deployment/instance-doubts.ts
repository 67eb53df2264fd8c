import type { LiveInstance } from '../../domain/route/route.ts'
import type { Clock } from '../../lib/clock.ts'

/**
 * Instances that ended while they handled something. Until the next health check finds out, they still count as healthy, and every
 * delivery sent there would be a wasted attempt: so nothing is sent before they have answered for their health again.
 */
export interface InstanceDoubts {
  doubt(instance: LiveInstance): void
  isDoubted(instance: LiveInstance): boolean
  /** Asks a doubted instance for its health; a good answer ends the doubt. Many who ask at once share one answer. */
  isWell(instance: LiveInstance): Promise<boolean>
}

const ASK_EVERY_MS = 300

export function createInstanceDoubts(
  checkHealth: (address: string, timeoutMs: number) => Promise<boolean>,
  clock: Clock,
): InstanceDoubts {
  const doubted = new Set<string>()
  const asked = new Map<string, { at: number; answer: Promise<boolean> }>()
  return {
    doubt(instance) {
      // Nobody watches the health of a developer's machine: its deliveries are tried again as usual.
      if (instance.tunnel === true) return
      doubted.add(instance.id)
      asked.delete(instance.id)
    },
    isDoubted: (instance) => doubted.has(instance.id),
    async isWell(instance) {
      if (instance.tunnel === true) return true
      const former = asked.get(instance.id)
      const now = clock.now().getTime()
      const fresh = former !== undefined && now - former.at < ASK_EVERY_MS
      const answer = fresh ? former.answer : checkHealth(instance.address, 2_000)
      if (!fresh) asked.set(instance.id, { at: now, answer })
      const well = await answer
      if (well) doubted.delete(instance.id)
      else doubted.add(instance.id)
      return well
    },
  }
}
