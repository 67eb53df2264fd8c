import { judgeByClock, routeLimits } from '../../domain/delivery/route-health.ts'
import { routesFailingSince } from '../../store/delivery/route-health.ts'
import type { Changing } from '../platform/change.ts'
import { eachApart } from '../platform/each-apart.ts'
import type { Platform } from '../platform/platform.ts'
import { changeRouteHealth } from './change-route-health.ts'

/** Warns of routes that fail and pauses them when their time has come, without waiting for another attempt. */
export async function watchRoutes(platform: Changing & Pick<Platform, 'log'>): Promise<void> {
  const now = platform.clock.now()
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const moments = { warn: before(routeLimits.warnAfterMs), pause: before(routeLimits.pauseAfterMs) }
  await eachApart(platform, await routesFailingSince(platform.db, moments), (route) =>
    changeRouteHealth(platform, route, (health) => judgeByClock(health, route.releaseId, now)),
  )
}
