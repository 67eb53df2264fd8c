import type { Route } from '../../domain/route/route.ts'
import type { CountedRequest } from '../../domain/traffic/request-count.ts'
import { minuteOf, slotOf, type TrafficKind } from '../../domain/traffic/traffic.ts'
import type { Flushing } from '../../lib/schedule/delayed-flush.ts'
import { addTraffic } from '../../store/traffic/traffic.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { createRequestTally } from './request-tally.ts'

/** Counts what installations are asked and how that ends, for the charts of those who run them. */
export interface Traffic extends Flushing {
  /** One delivery or call. */
  note(route: Counted, kind: TrafficKind, request: CountedRequest): void
}

type Counted = Pick<Route, 'installationId' | 'organizationId'>

const FLUSH_MS = 5_000

export function createTraffic(platform: Changing & Pick<Platform, 'log'>): Traffic {
  const tallyOf = (kind: TrafficKind) =>
    createRequestTally(platform, FLUSH_MS, (counts) =>
      changeByPlatform(platform, async (unit) => {
        await addTraffic(unit.trx, { table: 'traffic', slot: slotOf(unit.now), kind, counts })
        await addTraffic(unit.trx, { table: 'traffic_minute', slot: minuteOf(unit.now), kind, counts })
        return unit.changed('traffic', ...counts.keys())
      }),
    )
  const tallies = { delivery: tallyOf('delivery'), call: tallyOf('call') }
  const both = [tallies.delivery, tallies.call]
  return {
    note: ({ organizationId, installationId }, kind, request) =>
      tallies[kind].note(installationId, request, organizationId),
    async flush() {
      await Promise.all(both.map((tally) => tally.flush()))
    },
    async stop() {
      await Promise.all(both.map((tally) => tally.stop()))
    },
  }
}
