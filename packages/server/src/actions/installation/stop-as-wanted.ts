import { moved } from '../../domain/installation/installation.ts'
import { newId } from '../../lib/ids.ts'
import { transaction } from '../../store/database/transaction.ts'
import { lockInstallation, updateInstallation, wishAnew } from '../../store/installation/installations.ts'
import { forgetStopWish } from '../../store/installation/stop-wishes.ts'
import { insertAudit } from '../../store/platform/audits.ts'
import { notify } from '../platform/notify.ts'
import type { Platform } from '../platform/platform.ts'
import { noteMove } from './note-installation.ts'

/**
 * Stops an installation that somebody of the platform wants stopped, once its state allows, and tells those who run it
 * why: they did not ask for it. One that is being started is left to the worker, which comes here again.
 */
export async function stopAsWanted(platform: Platform, id: string): Promise<void> {
  await transaction(platform.db, async (trx) => {
    const row = await lockInstallation(trx, id)
    const to = row && moved(row.state, 'stop')
    if (!row?.stopWanted || !to) return
    const { reason, ...by } = row.stopWanted
    const now = platform.clock.now()
    await updateInstallation(trx, id, { state: to, reason: null }, now)
    await wishAnew(trx, id, now)
    await forgetStopWish(trx, id)
    await noteMove(platform, trx, id, to, reason)
    await insertAudit(trx, {
      id: newId('aud', now, platform.random),
      at: now,
      organizationId: row.organizationId,
      ...by,
      action: 'installation.stop',
      subject: { kind: 'installation', id },
      details: { reason },
    })
    await notify(
      platform,
      trx,
      { organizationId: row.organizationId, roles: row.test ? ['owner', 'admin', 'developer'] : ['owner', 'admin'] },
      {
        kind: 'installation.stopped',
        title: `${row.listingTitle} was stopped`,
        text: reason,
        link: `/manage/installations/${id}`,
      },
    )
    await platform.changes.publish(trx, 'audit', row.organizationId)
    await platform.changes.publish(trx, 'installation', id)
  })
  await platform.changes.tell('installation', id)
}
