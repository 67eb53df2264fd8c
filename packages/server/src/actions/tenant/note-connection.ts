import type { ConnectionOutcome } from '../../domain/tenant/connection.ts'
import type { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { writeConnection } from '../../store/tenant/connections.ts'
import { changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'

/** What an error says about the connection; undefined where the policy system answered and merely declined one request. */
export function connectionTroubleOf(error: PolicySystemError): ConnectionOutcome | undefined {
  const reason = error.message
  if (error.trouble === 'unavailable') return { trouble: { kind: 'unreachable', reason }, latencyMs: null }
  if (error.trouble === 'unauthorized' || error.trouble === 'refused')
    return { trouble: { kind: 'refused', reason }, latencyMs: null }
  return undefined
}

/** Notes how a policy system answered. Followers are told when it comes back or goes away. */
export async function noteConnection(
  platform: Platform,
  tenantId: string,
  outcome: ConnectionOutcome | undefined,
): Promise<void> {
  if (outcome === undefined) return
  await changeByPlatform(platform, async (unit) => {
    const turned = await writeConnection(unit.trx, tenantId, outcome, unit.now)
    return turned ? unit.changed('tenant', tenantId) : unit.unchanged()
  })
}
