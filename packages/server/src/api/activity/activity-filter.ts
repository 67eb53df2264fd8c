import { access, furtherAccess } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { decideAccess } from '../../domain/accounts/access.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { statusRange } from '../../domain/platform/status-range.ts'
import { pathOutline } from '../../domain/relay/path-outline.ts'
import type { Activity, ActivityFilter } from '../../store/activity/activities.ts'
import { timesOf } from '../http/times.ts'

interface AskedFilter {
  kind?: ActivityFilter['kind']
  locator?: string | undefined
  requestId?: string | undefined
  traceId?: string | undefined
  q?: string | undefined
  outcome?: ActivityFilter['outcome']
  status?: string | undefined
  minDurationMs?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Locators are read from bodies, so only callers who may list the customer's policies see them. */
export const seesLocators = (caller: Caller, { organizationId }: { organizationId: string }) =>
  decideAccess(access.listPolicies, caller, { organizationId }) === 'allowed'

interface OwnedInstallation {
  organizationId: string
  test: boolean
}

const seesTenantPaths = (caller: Caller, { organizationId, test }: OwnedInstallation) =>
  decideAccess(furtherAccess.readTenantPaths, caller, { organizationId, test }) === 'allowed'

/** An entry as the caller may see it: of a tenant call people outside the organization see the outline of the path. */
export function entryFor(caller: Caller, installation: OwnedInstallation, entry: Activity): Activity {
  if (entry.kind !== 'tenant-call' || entry.path === null || seesTenantPaths(caller, installation)) return entry
  const path = pathOutline(entry.path)
  return { ...entry, path, name: `${entry.method} ${path}` }
}

/** What narrows a list of activity. Filtering by locator tells what bodies hold, so it takes the same right as seeing locators. */
export function filterOf(
  caller: Caller,
  installation: OwnedInstallation & { id: string },
  asked: AskedFilter,
): ActivityFilter {
  const { kind, locator, requestId, traceId, outcome, minDurationMs } = asked
  if (locator !== undefined && !seesLocators(caller, installation))
    throw new Failure(
      'forbidden',
      'Only callers who may list the policies of the organization can filter by locator. Leave "locator" out.',
    )
  return {
    ...{ installationId: installation.id, organizationId: installation.organizationId },
    ...{ kind, locator, requestId, traceId, outcome, minDurationMs },
    q: asked.q || undefined,
    withoutTenantPaths: !seesTenantPaths(caller, installation),
    status: statusRange(asked.status),
    ...timesOf(asked),
  }
}
