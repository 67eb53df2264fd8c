import type { Variant } from '@mkt/manifest'

/** A tenant as the adapters need it. */
export interface TenantAddress {
  id: string
  organizationId: string
  variant: Variant
  apiUrl: string
  hostName: string
  tenantLocator: string | null
}

/** Why a set of credentials did not pass the check at connecting. The words are part of the interface. */
export const checkReasons = ['credentials_refused', 'unreachable', 'no_product_deployed'] as const
export type CheckReason = (typeof checkReasons)[number]

/** The host name an application sees: what was entered, else the host of the API address. */
export function hostNameOf(entered: string | undefined, apiUrl: string): string {
  return entered === undefined || entered === '' ? new URL(apiUrl).hostname : entered
}

/** The tenant after a change of its address. A host name that was never entered goes with the API address. */
export function movedTenant<T extends TenantAddress>(
  tenant: T,
  change: { apiUrl?: string | undefined; hostName?: string | undefined },
): T {
  const apiUrl = change.apiUrl ?? tenant.apiUrl
  const entered = tenant.hostName === hostNameOf(undefined, tenant.apiUrl) ? undefined : tenant.hostName
  return { ...tenant, apiUrl, hostName: hostNameOf(change.hostName ?? entered, apiUrl) }
}

/** The API address without a trailing slash, so that paths can be appended. */
export function baseOf(apiUrl: string): string {
  return apiUrl.replace(/(?<!\/)\/+$/, '')
}
