import { healthy } from '../../domain/delivery/route-health.ts'
import { hastenWaiting } from '../../store/delivery/replays.ts'
import { lockRouteHealth, writeRouteHealth } from '../../store/delivery/route-health.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { noteInstallation } from '../installation/note-installation.ts'
import { refuseUninstalled } from '../installation/refuse-uninstalled.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/** Ends the pause of a route and sends everything that waits now. Returns how many wait. */
export async function resumeDeliveries(
  platform: Changing,
  installation: Installation,
  origin: Origin,
): Promise<number> {
  const { id, organizationId } = installation
  refuseUninstalled(installation, 'nothing can be sent to it any more.')
  return change(platform, origin, async (unit) => {
    const { trx } = unit
    const former = await lockRouteHealth(trx, id)
    await writeRouteHealth(trx, id, healthy)
    const count = await hastenWaiting(trx, id)
    if (former.pausedAt !== null || Object.keys(former.gonePaths).length > 0) {
      await noteInstallation(platform, trx, id, {
        kind: 'delivery',
        message: 'Deliveries of events were resumed.',
      })
    }
    unit.changed('route-health', id)
    unit.changed('event', id)
    return unit.record('delivery.resume', { organizationId, id, details: { count } }).with(count)
  })
}
