import { stateAfter, stopIsDue } from '../../domain/installation/installation.ts'
import { runnersOf } from '../../domain/installation/installation-runners.ts'
import { interruptInstallation, lockInstallation, updateInstallation } from '../../store/installation/installations.ts'
import { forgetStopWish } from '../../store/installation/stop-wishes.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import { noteMove } from './note-installation.ts'

/**
 * Stops an installation that somebody of the platform wants stopped, once its state allows, and tells those who run it
 * why: they did not ask for it. One that is being started is left to the worker, which comes here again.
 */
export async function carryOutStop(platform: Changing, id: string): Promise<void> {
  await changeByPlatform(platform, async (unit) => {
    const { trx, now } = unit
    const row = await lockInstallation(trx, id)
    if (!row?.stopWanted || !stopIsDue(row.state, row.stopWanted)) return unit.unchanged()
    const to = stateAfter(row.state, 'stop')
    const { reason, ...by } = row.stopWanted
    await updateInstallation(trx, id, { state: to, reason: null }, now)
    await interruptInstallation(trx, id, now)
    await forgetStopWish(trx, id)
    await noteMove(unit, trx, id, to, reason)
    await notify(
      unit,
      { organizationId: row.organizationId, roles: runnersOf(row) },
      {
        kind: 'installation.stopped',
        title: `${row.name} was stopped`,
        text: reason,
        link: `/manage/installations/${id}`,
      },
    )
    return unit.record('installation.stop', { organizationId: row.organizationId, id, details: { reason }, by })
  })
}
