import { healthWithRelease } from '../../domain/delivery/route-health.ts'
import type { Route } from '../../domain/route/route.ts'
import { briefly } from '../../lib/log.ts'
import { hastenWaiting } from '../../store/delivery/replays.ts'
import { lockRouteHealth, writeRouteHealth } from '../../store/delivery/route-health.ts'
import { noteInstallation } from '../installation/note-installation.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'

/** A new release ends the pause of a route: what made the former one fail may be gone. */
export async function endPause(platform: Changing & Pick<Platform, 'log'>, route: Route): Promise<void> {
  const ended = await changeByPlatform(platform, async (unit) => {
    const { trx } = unit
    const health = healthWithRelease(await lockRouteHealth(trx, route.installationId), route.releaseId)
    if (health === undefined) return unit.unchanged().with(false)
    await writeRouteHealth(trx, route.installationId, health)
    await hastenWaiting(trx, route.installationId)
    return unit.changed('route-health', route.installationId).with(true)
  })
  if (!ended) return
  await noteInstallation(platform, platform.db, route.installationId, {
    kind: 'delivery',
    message: 'A new release ended the pause of deliveries.',
  }).catch((error: Error) => platform.log.warn(briefly(error), 'The end of a pause could not be noted'))
}
