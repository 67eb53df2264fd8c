import { transaction } from '../../store/database/transaction.ts'
import { settleCallerSecret } from '../../store/route/caller-secrets.ts'
import type { RegistrationOutcome } from '../installation/installation-life.ts'
import type { Platform } from '../platform/platform.ts'
import { registerInstallation } from './register-installation.ts'
import { unregisterInstallation } from './unregister-installation.ts'

/** Registers an installation; once the tenant knows the newest caller secret, the older one ends. */
export async function registerRoute(platform: Platform, installationId: string): Promise<RegistrationOutcome> {
  const outcome = await registerInstallation(platform, installationId)
  if (outcome.kind !== 'registered') return outcome
  await transaction(platform.db, async (trx) => {
    await settleCallerSecret(trx, installationId, outcome.callerSecretId, platform.clock.now())
    await platform.changes.publish(trx, 'installation', installationId)
  })
  await platform.changes.tell('installation', installationId)
  return { kind: 'done' }
}

/** Unregisters an installation; what takes longer than a minute is left to the sweep. */
export async function unregisterRoute(platform: Platform, installationId: string): Promise<RegistrationOutcome> {
  const outcome = await unregisterInstallation(platform, installationId)
  return outcome.kind === 'unregistered' ? { kind: 'done' } : { kind: 'refused', reason: outcome.reason }
}
