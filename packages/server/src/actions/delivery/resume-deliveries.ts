import { healthy } from '../../domain/delivery/delivery.ts'
import { transaction } from '../../store/database/transaction.ts'
import { hastenWaiting } from '../../store/delivery/replays.ts'
import { lockRouteHealth, writeRouteHealth } from '../../store/delivery/route-health.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { noteInstallation } from '../installation/note-installation.ts'
import { refuseUninstalled } from '../installation/refuse-uninstalled.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

/** Ends the pause of a route and sends everything that waits now. Returns how many wait. */
export async function resumeDeliveries(
  platform: Platform,
  installation: Installation,
  origin: Origin,
): Promise<number> {
  refuseUninstalled(installation, 'nothing can be sent to it any more.')
  return transaction(platform.db, async (trx) => {
    const former = await lockRouteHealth(trx, installation.id)
    await writeRouteHealth(trx, installation.id, healthy)
    const count = await hastenWaiting(trx, installation.id)
    if (former.pausedAt !== null) {
      await noteInstallation(platform, trx, installation.id, {
        kind: 'delivery',
        message: 'Deliveries of events were resumed.',
      })
    }
    await recordAudit(platform, trx, origin, {
      organizationId: installation.organizationId,
      action: 'delivery.resume',
      subject: { kind: 'installation', id: installation.id },
      details: { count },
    })
    await platform.changes.publish(trx, 'route-health', installation.id)
    await platform.changes.publish(trx, 'event', installation.id)
    return count
  })
}
