import type { RouteDecision, RouteHealth } from '../../domain/delivery/route-health.ts'
import { lockRouteHealth, writeRouteHealth } from '../../store/delivery/route-health.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { type NoticedRoute, notifyTransition } from './notify-transition.ts'

/**
 * Decides the health of a route under its lock, so that two outcomes at once do not undo each other. What the customer is
 * told of it is committed with it, so nobody finds out by missing something, even if the process is killed right after.
 */
export function changeRouteHealth<Decision extends RouteDecision>(
  platform: Changing,
  route: NoticedRoute,
  decide: (health: RouteHealth) => Decision,
): Promise<Decision> {
  const { installationId } = route
  return changeByPlatform(platform, async (unit) => {
    const decision = decide(await lockRouteHealth(unit.trx, installationId))
    if (decision.notice !== undefined) await notifyTransition(unit, route, decision.notice)
    if (decision.health === undefined) return unit.unchanged().with(decision)
    await writeRouteHealth(unit.trx, installationId, decision.health)
    return unit.changed('route-health', installationId).with(decision)
  })
}
