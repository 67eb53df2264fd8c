import type { AfterAttempt, RouteHealth } from '../../domain/delivery/delivery.ts'
import type { Route } from '../../domain/route/route.ts'
import { lockRouteHealth, writeRouteHealth } from '../../store/delivery/route-health.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { notifyTurn } from './note-delivery.ts'

/** Decides the health of a route under its lock, so that two outcomes at once do not undo each other. */
export function changeRouteHealth(
  platform: Changing,
  route: Pick<Route, 'installationId' | 'organizationId' | 'appName'>,
  decide: (health: RouteHealth) => AfterAttempt,
): Promise<AfterAttempt> {
  const { installationId } = route
  return changeByPlatform(platform, async (unit) => {
    const decision = decide(await lockRouteHealth(unit.trx, installationId))
    if (decision.notice !== undefined) await notifyTurn(unit, route, decision.notice)
    if (decision.health === undefined) return unit.unchanged().with(decision)
    await writeRouteHealth(unit.trx, installationId, decision.health)
    return unit.changed('route-health', installationId).with(decision)
  })
}
