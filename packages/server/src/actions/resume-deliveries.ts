import { healthy } from '../domain/delivery.ts'
import type { Installation } from '../store/installations.ts'
import { hastenWaiting } from '../store/replays.ts'
import { lockRouteHealth, writeRouteHealth } from '../store/route-health.ts'
import { transaction } from '../store/transaction.ts'
import { noteInstallation } from './note-installation.ts'
import type { Platform } from './platform.ts'
import { type Origin, recordAudit } from './record-audit.ts'
import { refuseUninstalled } from './refuse-uninstalled.ts'

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
