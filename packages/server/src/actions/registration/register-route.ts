import { settleCallerSecret } from '../../store/route/caller-secrets.ts'
import type { RegistrationOutcome } from '../installation/installation-life.ts'
import { changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { registerInstallation } from './register-installation.ts'
import { unregisterInstallation } from './unregister-installation.ts'

/** Registers an installation; once the tenant knows the newest caller secret, the older one ends. */
export async function registerRoute(platform: Platform, installationId: string): Promise<RegistrationOutcome> {
  const outcome = await registerInstallation(platform, installationId)
  if (outcome.kind !== 'registered') return outcome
  await changeByPlatform(platform, async (unit) => {
    await settleCallerSecret(unit.trx, installationId, outcome.callerSecretId, unit.now)
    return unit.changed('installation', installationId)
  })
  return { kind: 'done' }
}

/** Unregisters an installation; what takes longer than a minute is left to the sweep. */
export async function unregisterRoute(platform: Platform, installationId: string): Promise<RegistrationOutcome> {
  const outcome = await unregisterInstallation(platform, installationId)
  return outcome.kind === 'unregistered' ? { kind: 'done' } : { kind: 'refused', reason: outcome.reason }
}
