import { continueTrace } from '../../domain/platform/trace.ts'
import { registrationSpan } from '../../domain/platform/work-spans.ts'
import { hexOf } from '../../lib/hex-source.ts'
import { settleCallerSecret } from '../../store/route/caller-secrets.ts'
import type { RegistrationOutcome } from '../installation/installation-life.ts'
import { changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import type { Asking } from '../tenant/asking.ts'
import { registerInstallation } from './register-installation.ts'
import { unregisterInstallation } from './unregister-installation.ts'

/** Registers an installation; once the tenant knows the newest caller secret, the older one ends. */
export async function registerRoute(
  platform: Asking & Pick<Platform, 'spans' | 'addresses'>,
  installationId: string,
): Promise<RegistrationOutcome> {
  const told = begin(platform, installationId, 'register')
  const outcome = await registerInstallation(platform, installationId)
  told(outcome.kind === 'registered' ? 'done' : outcome.kind)
  if (outcome.kind !== 'registered') return outcome
  await changeByPlatform(platform, async (unit) => {
    await settleCallerSecret(unit.trx, installationId, outcome.callerSecretId, unit.now)
    return unit.changed('installation', installationId)
  })
  return { kind: 'done' }
}

/** Unregisters an installation; what takes longer than a minute is left to the sweep. */
export async function unregisterRoute(
  platform: Asking & Pick<Platform, 'spans' | 'addresses'>,
  installationId: string,
): Promise<RegistrationOutcome> {
  const told = begin(platform, installationId, 'unregister')
  const outcome = await unregisterInstallation(platform, installationId)
  told(outcome.kind === 'unregistered' ? 'done' : outcome.kind)
  return outcome.kind === 'unregistered' ? { kind: 'done' } : { kind: 'refused', reason: outcome.reason }
}

/** Exports the work as a span when it is over. */
function begin(
  platform: Pick<Platform, 'clock' | 'random' | 'spans'>,
  installationId: string,
  what: 'register' | 'unregister',
) {
  const startMs = platform.clock.now().getTime()
  return (outcome: string) => {
    const trace = continueTrace(undefined, hexOf(platform.random))
    const endMs = platform.clock.now().getTime()
    platform.spans?.add(registrationSpan(trace, { installationId, what, outcome, startMs, endMs }))
  }
}
