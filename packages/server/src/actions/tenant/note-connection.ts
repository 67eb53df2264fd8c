import type { ConnectionOutcome, ConnectionTrouble } from '../../domain/tenant/connection.ts'
import type { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { writeConnection } from '../../store/tenant/connections.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'

const troubled = (kind: ConnectionTrouble, error: PolicySystemError): ConnectionOutcome => ({
  trouble: { kind, reason: error.message },
  latencyMs: null,
})

/** Connection state derived from an error; undefined if the policy system accepted the credentials and declined one request. */
export function connectionTroubleOf(error: PolicySystemError): ConnectionOutcome | undefined {
  if (error.trouble === 'unavailable') return troubled('unreachable', error)
  return error.trouble === 'unauthorized' ? troubled('refused', error) : undefined
}

/** Connection state derived from a failed sign-in: any answer means that the credentials are refused. */
export function signInTroubleOf(error: PolicySystemError): ConnectionOutcome {
  return troubled(error.trouble === 'unavailable' ? 'unreachable' : 'refused', error)
}

/** Notes how a policy system answered. Followers are told when it comes back or goes away. */
export async function noteConnection(
  platform: Changing,
  tenantId: string,
  outcome: ConnectionOutcome | undefined,
): Promise<void> {
  if (outcome === undefined) return
  await changeByPlatform(platform, async (unit) => {
    const turned = await writeConnection(unit.trx, tenantId, outcome, unit.now)
    return turned ? unit.changed('tenant', tenantId) : unit.unchanged()
  })
}

/** Notes it without keeping anybody waiting: the tenant may be locked by others. A note that is lost is made up for by the next one. */
export function noteConnectionLater(
  platform: Changing & Pick<Platform, 'log'>,
  tenantId: string,
  outcome: ConnectionOutcome,
): void {
  noteConnection(platform, tenantId, outcome).catch((error: unknown) =>
    platform.log.warn({ err: error, tenantId }, 'how a policy system answered could not be noted'),
  )
}
