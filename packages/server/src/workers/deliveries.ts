import { limits } from '@mkt/contract/limits'
import { createSettlements } from '../actions/delivery/settlements.ts'
import { createInstanceDoubts } from '../actions/deployment/instance-doubts.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { createRouteKeys } from '../actions/route/route-keys.ts'
import type { RouteTable } from '../actions/route/route-table.ts'
import { currentToken } from '../actions/tenant/current-token.ts'
import type { RequestFigures } from '../actions/traffic/request-figures.ts'
import type { Traffic } from '../actions/traffic/traffic.ts'
import type { AppClient } from '../outbound/app-client.ts'
import { checkHealth } from '../outbound/check-health.ts'
import { pruneCallPayloads } from '../store/call/call-payloads.ts'
import { pruneLastAnswers } from '../store/call/last-answers.ts'
import type { Pool } from '../store/database/pool.ts'
import { relaxedPool } from '../store/database/pool.ts'
import { pruneCalls, pruneEvents } from '../store/delivery/event-retention.ts'
import { prunePricings } from '../store/pricing/pricings.ts'
import { pruneTenantCalls } from '../store/relay/tenant-calls.ts'
import { pruneTraffic } from '../store/traffic/traffic.ts'
import { pruneShadowBatches } from '../store/trial/shadows.ts'
import { type DeliveryWorker, deliveryDefaults, startDeliveryWorker } from './delivery.ts'
import { deliveryFigures } from './delivery-figures.ts'
import { startDeliveryWatch } from './delivery-watch.ts'

const STEP_EVERY_MS = 1_000
const REST_MS = 60_000

/** Everything that ticks for events: sending them, watching routes that fail, and removing them after thirty days. */
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
      settlements: deliveryFigures(platform.metrics, createSettlements(relaxed)),
      issueKey: createRouteKeys(platform.keyRing, platform.clock, platform.policy.keyTtlSeconds),
      warmToken: (route) => {
        currentToken(platform, route.installationId).catch(() => {})
      },
      doubts: createInstanceDoubts(checkHealth),
      requests,
      traffic,
    },
    routes,
    { ...deliveryDefaults, concurrency: platform.policy.deliveriesAtOnce },
  )
  const retention = startRetention(platform, pool)
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

/** Deletes in small steps with pauses between, so that nothing else is slowed down. */
function startRetention(platform: Platform, pool: Pool): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let step: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    const before = new Date(platform.clock.now().getTime() - limits.eventsKept.value)
    const payloadsBefore = new Date(platform.clock.now().getTime() - limits.payloadsKept.value)
    const pricingBefore = new Date(platform.clock.now().getTime() - platform.policy.pricingDays * 86_400_000)
    let removed = 0
    try {
      removed =
        (await pruneEvents(pool, before)) +
        (await pruneCalls(pool, before)) +
        (await pruneTenantCalls(pool, before)) +
        (await pruneTraffic(pool, before)) +
        (await pruneCallPayloads(pool, payloadsBefore)) +
        (await pruneLastAnswers(pool, before)) +
        (await prunePricings(pool, pricingBefore)) +
        (await pruneShadowBatches(pool, before))
    } catch (error) {
      platform.log.warn(
        { error: (error as Error).message },
        'Old events could not be removed; trying again in a minute',
      )
    }
    if (stopped) return
    timer = setTimeout(begin, removed > 0 ? STEP_EVERY_MS : REST_MS)
    timer.unref()
  }

  function begin(): void {
    step = run()
  }

  begin()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await step
    },
  }
}
