import { Failure } from '@mkt/contract/errors'
import {
  type Installation,
  interruptInstallation,
  lockInstallation,
  updateInstallation,
} from '../../store/installation/installations.ts'
import { callerSecretsOf, insertCallerSecret } from '../../store/route/caller-secrets.ts'
import { newCallerSecret } from '../installation/new-caller-secret.ts'
import { refuseGone, refuseUninstalled } from '../installation/refuse-uninstalled.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Makes a new caller secret. Both are valid until the new one is registered in the tenant; a third one before that is
 * refused, or the tenant might be left with one that no longer counts.
 */
export async function rotateCallerSecret(
  platform: Changing & Pick<Platform, 'vault'>,
  installation: Installation,
  origin: Origin,
): Promise<string> {
  const { secret, row } = await newCallerSecret(platform, installation)
  await change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const locked = await lockInstallation(trx, installation.id)
    if (!locked) throw new Error(`installation ${installation.id} is gone`)
    refuseUninstalled(locked, 'it has no caller secret any more.')
    if ((await callerSecretsOf(trx, locked.id)).length > 1) {
      throw new Failure(
        'rotation_running',
        'The secret asked for before is not registered in the tenant yet. Wait until it is, then ask again.',
      )
    }
    await insertCallerSecret(trx, row)
    await updateInstallation(trx, locked.id, { registerDue: locked.state === 'RUNNING' }, now)
    if (locked.state === 'RUNNING' && locked.step === null) await interruptInstallation(trx, locked.id, now)
    const { id, organizationId } = locked
    return unit.record('installation.rotate-caller-secret', { organizationId, id })
  })
  return secret
}

/** Revokes every key given so far: keys of a former epoch answer 410 from now on. */
export async function revokeKeys(platform: Changing, installation: Installation, origin: Origin): Promise<void> {
  await change(platform, origin, async (unit) => {
    const locked = await lockInstallation(unit.trx, installation.id)
    if (!locked) throw new Error(`installation ${installation.id} is gone`)
    refuseGone(locked, 'no key of it counts any more.')
    const { id, organizationId, keyEpoch } = locked
    await updateInstallation(unit.trx, id, { keyEpoch: keyEpoch + 1 }, unit.now)
    return unit.record('installation.revoke-keys', { organizationId, id })
  })
}
