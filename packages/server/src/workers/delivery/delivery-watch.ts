import { notifyDeadLetters } from '../../actions/delivery/notify-dead-letters.ts'
import { notifyOutages } from '../../actions/delivery/notify-outages.ts'
import { watchHealth } from '../../actions/delivery/watch-health.ts'
import { watchRoutes } from '../../actions/delivery/watch-routes.ts'
import type { Changing } from '../../actions/platform/change.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { startPeriodic } from '../../lib/schedule/periodic.ts'

const EVERY_MS = 30_000
const SETTLING_MS = 10_000

/** Looks at failing routes, dead letters, failing installations and policy systems that are away by the clock. Every worker looks; a row is decided on under its lock. */
export function startDeliveryWatch(platform: Changing & Pick<Platform, 'log'>): { stop(): Promise<void> } {
  const look = async () => {
    await watchRoutes(platform)
    await notifyDeadLetters(platform, { lagMs: SETTLING_MS })
    await watchHealth(platform)
    await notifyOutages(platform)
  }
  return startPeriodic(look, EVERY_MS, (error) =>
    platform.log.warn({ err: error }, 'Failing routes could not be looked at; trying again soon'),
  )
}
