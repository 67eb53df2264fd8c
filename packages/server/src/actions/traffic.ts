import { latencyClass } from '../domain/latency.ts'
import { addTo, noTraffic, slotOf, type TrafficKind } from '../domain/traffic.ts'
import { addTraffic, type TrafficTally } from '../store/traffic.ts'
import { transaction } from '../store/transaction.ts'
import type { Platform } from './platform.ts'
import { publishMany } from './publish-many.ts'

/** Counts what installations are asked and how that ends, for the charts of those who run them. */
export interface Traffic {
  /** One delivery or call. It is on the way of every one of them, so it only adds. */
  note(installationId: string, kind: TrafficKind, request: { durationMs: number; failed: boolean }): void
  /** Writes down what was counted since; what cannot be written now is kept. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const FLUSH_MS = 5_000

export function createTraffic(platform: Pick<Platform, 'db' | 'log' | 'clock' | 'changes'>): Traffic {
  const counted = { delivery: new Map<string, TrafficTally>(), call: new Map<string, TrafficTally>() }
  let running: Promise<void> = Promise.resolve()

  function tallyOf(kind: TrafficKind, installationId: string): TrafficTally {
    const known = counted[kind].get(installationId)
    if (known !== undefined) return known
    const tally = { installationId, kind, ...noTraffic() }
    counted[kind].set(installationId, tally)
    return tally
  }

  async function write(): Promise<void> {
    const taken = [...counted.delivery.values(), ...counted.call.values()]
    if (taken.length === 0) return
    counted.delivery.clear()
    counted.call.clear()
    try {
      await transaction(platform.db, async (trx) => {
        await addTraffic(trx, slotOf(platform.clock.now()), taken)
        await publishMany(platform.changes, trx, 'traffic', taken)
      })
    } catch (error) {
      platform.log.debug({ error }, 'Traffic could not be written down; it is added to what comes next')
      for (const tally of taken) addTo(tallyOf(tally.kind, tally.installationId), tally)
    }
  }

  function flush(): Promise<void> {
    running = running.then(write)
    return running
  }

  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()
  return {
    note(installationId, kind, { durationMs, failed }) {
      const tally = tallyOf(kind, installationId)
      const place = latencyClass(durationMs)
      tally.requests += 1
      tally.classes[place] = (tally.classes[place] ?? 0) + 1
      if (failed) tally.failed += 1
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
