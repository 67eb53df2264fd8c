import type { Log } from '../lib/log.ts'

/** What was started, in order, so that it can be stopped the other way round. */
export interface Stops {
  add(stop: () => unknown): void
  /** Notes the part, and gives it back. */
  keep<Part extends { stop(): unknown }>(part: Part): Part
  /** Stops everything once; a part that does not stop cleanly is logged and keeps no other running. */
  all(): Promise<void>
}

export function createStops(log: Log): Stops {
  const stops: (() => unknown)[] = []
  return {
    add: (stop) => void stops.push(stop),
    keep(part) {
      stops.push(() => part.stop())
      return part
    },
    async all() {
      for (const stop of stops.splice(0).reverse()) {
        try {
          await stop()
        } catch (error) {
          log.error({ err: error }, 'a part did not stop cleanly')
        }
      }
    },
  }
}
