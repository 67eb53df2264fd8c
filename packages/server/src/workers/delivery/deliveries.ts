import { limits } from '@mkt/contract/limits'
import { createHealthTurns } from '../../actions/delivery/health-turns.ts'
import { createPostponements } from '../../actions/delivery/postponements.ts'
import { createSettlements } from '../../actions/delivery/settlements.ts'
import { createInstanceDoubts } from '../../actions/deployment/instance-doubts.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { createRouteKeys } from '../../actions/route/route-keys.ts'
import type { RouteTable } from '../../actions/route/route-table.ts'
import { currentToken } from '../../actions/tenant/current-token.ts'
import type { RequestFigures } from '../../actions/traffic/request-figures.ts'
import type { Traffic } from '../../actions/traffic/traffic.ts'
import { MINUTES_KEPT_MS } from '../../domain/traffic/traffic.ts'
import type { AppClient } from '../../outbound/app/app-client.ts'
import { checkHealth } from '../../outbound/app/check-health.ts'
import { pruneCallPayloads } from '../../store/call/call-payloads.ts'
import { countKept, type KeptKind, pruneKeptBytes, trimKept } from '../../store/call/kept-bytes.ts'
import { pruneLastAnswers } from '../../store/call/last-answers.ts'
import type { Pool } from '../../store/database/pool.ts'
import { relaxedPool } from '../../store/database/pool.ts'
import { pruneCalls, pruneEvents } from '../../store/delivery/event-retention.ts'
import { prunePricings } from '../../store/pricing/pricings.ts'
import { pruneTenantCalls } from '../../store/relay/tenant-calls.ts'
import { pruneTraffic } from '../../store/traffic/traffic.ts'
import { pruneShadowBatches } from '../../store/trial/shadows.ts'
import { type Pruning, startRetention } from '../retention.ts'
import { type DeliveryWorker, deliveryDefaults, startDeliveryWorker } from './delivery.ts'
import { deliveryFigures } from './delivery-figures.ts'
import { startDeliveryWatch } from './delivery-watch.ts'

const DAY_MS = 86_400_000

/** Everything that ticks for events: sending them, watching routes that fail, and removing them after their time. */
export function startDeliveries(
  platform: Platform,
  parts: { pool: Pool; routes: RouteTable; client: AppClient; requests: RequestFigures; traffic: Traffic },
): DeliveryWorker {
  const { pool, routes, client, requests, traffic } = parts
  const relaxed = relaxedPool(pool, platform.log)
  const worker = startDeliveryWorker(
    {
      platform,
      pool: relaxed,
      client,
      settlements: deliveryFigures(platform.metrics, createSettlements(relaxed), platform.spans),
      postponements: createPostponements(relaxed),
      healthTurns: createHealthTurns(),
      issueKey: createRouteKeys(platform.keyRing, platform.clock, platform.policy.keyTtlSeconds),
      warmToken: (route) => {
        currentToken(platform, route.installationId).catch(() => {})
      },
      doubts: createInstanceDoubts(checkHealth, platform.clock),
      requests,
      traffic,
    },
    routes,
    { ...deliveryDefaults, concurrency: platform.policy.deliveriesAtOnce },
  )
  const retention = startRetention(prunings(platform, pool), platform.log)
  const watch = startDeliveryWatch(platform)
  return {
    accepted: worker.accepted,
    async stop() {
      await retention.stop()
      await watch.stop()
      await worker.stop()
      await relaxed.end()
    },
  }
}

/** Retention of events and calls. */
export function prunings({ clock, db, policy }: Pick<Platform, 'clock' | 'db' | 'policy'>, pool: Pool): Pruning[] {
  const keptMs = policy.kept.days * DAY_MS
  const payloadsMs = policy.kept.payloadDays * DAY_MS
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  const old = () => before(keptMs)
  const trimming = (what: string, kind: KeptKind, most: number, keptMs: number): Pruning => ({
    what,
    batch: 200,
    async prune(batch) {
      const since = before(keptMs)
      await countKept(db, kind, { now: clock.now(), since })
      await pruneKeptBytes(db, kind, since)
      return trimKept(db, kind, most, batch)
    },
  })
  return [
    trimming('bodies of events', 'events', limits.eventBytes.value, keptMs),
    trimming('payloads beyond a share', 'payloads', limits.payloadBytes.value, payloadsMs),
    { what: 'events', batch: 500, prune: (batch) => pruneEvents(pool, old(), batch) },
    { what: 'calls', batch: 2_000, prune: (batch) => pruneCalls(pool, old(), batch) },
    { what: 'tenant calls', batch: 2_000, prune: (batch) => pruneTenantCalls(pool, old(), batch) },
    { what: 'traffic', batch: 2_000, prune: (batch) => pruneTraffic(pool, before(limits.trafficKept.value), batch) },
    {
      what: 'traffic by minute',
      batch: 2_000,
      prune: (batch) => pruneTraffic(pool, before(MINUTES_KEPT_MS), batch, 'traffic_minute'),
    },
    {
      what: 'payloads of calls',
      batch: 200,
      prune: (batch) => pruneCallPayloads(pool, before(payloadsMs), batch),
    },
    { what: 'last answers', batch: 500, prune: (batch) => pruneLastAnswers(pool, old(), batch) },
    { what: 'pricings', batch: 500, prune: (batch) => prunePricings(pool, before(policy.pricingDays * DAY_MS), batch) },
    { what: 'shadow calls', batch: 200, prune: (batch) => pruneShadowBatches(pool, old(), batch) },
  ]
}
