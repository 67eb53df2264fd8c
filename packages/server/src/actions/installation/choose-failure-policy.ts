import type { FailurePolicy } from '../../domain/installation/failure-policy.ts'
import { type Installation, lockInstallation, updateInstallation } from '../../store/installation/installations.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { refuseUninstalled } from './refuse-uninstalled.ts'

export function failurePolicyOf(installation: Installation): FailurePolicy {
  const { onAutofillFailure: autofill, onRaterFailure: rater, lastAnswerSeconds: maxAgeSeconds } = installation
  return { autofill, rater, maxAgeSeconds }
}

/** Chooses what the policy system gets when the application fails. What is not given stays. */
export async function chooseFailurePolicy(
  platform: Changing,
  id: string,
  chosen: { [Name in keyof FailurePolicy]?: FailurePolicy[Name] | undefined },
  origin: Origin,
): Promise<void> {
  await change(platform, origin, async (unit) => {
    const installation = await lockInstallation(unit.trx, id)
    if (!installation) throw new Error(`installation ${id} is gone`)
    refuseUninstalled(installation, 'it is not called any more.')
    const before = failurePolicyOf(installation)
    const policy = {
      autofill: chosen.autofill ?? before.autofill,
      rater: chosen.rater ?? before.rater,
      maxAgeSeconds: chosen.maxAgeSeconds ?? before.maxAgeSeconds,
    }
    if (JSON.stringify(policy) === JSON.stringify(before)) return unit.unchanged()
    const columns = {
      onAutofillFailure: policy.autofill,
      onRaterFailure: policy.rater,
      lastAnswerSeconds: policy.maxAgeSeconds,
    }
    await updateInstallation(unit.trx, id, columns, unit.now)
    const { organizationId } = installation
    return unit.record('installation.failure-policy', { organizationId, id, details: policy })
  })
}
