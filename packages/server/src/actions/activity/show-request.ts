import { access } from '@mkt/contract/api'
import { decideAccess } from '../../domain/accounts/access.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import {
  callRequestHeaders,
  deliveryRequestHeaders,
  MASKED,
  type ShownHeader,
  tenantRequestHeaders,
} from '../../domain/activity/shown-request.ts'
import type { Activity } from '../../store/activity/activities.ts'
import { sentFacts } from '../../store/delivery/deliveries.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { tenantById } from '../../store/tenant/tenants.ts'
import { endpointOf } from '../installation/installation-endpoint.ts'
import type { Platform } from '../platform/platform.ts'

interface ShownRequest {
  method: string
  url: string
  headers: ShownHeader[]
}

/**
 * The request of an entry as far as the platform knows it, keys and tokens masked; the tenant too, for those who may not see it.
 * The request of a hook is not kept.
 */
export async function showRequest(
  platform: Pick<Platform, 'addresses' | 'db'>,
  installation: Installation,
  entry: Activity,
  caller: Caller,
): Promise<ShownRequest | null> {
  if (entry.kind === 'hook') return null
  const { method, path } = entry
  const { routeId, tenantId, organizationId } = installation
  const seesTenant = decideAccess(access.getTenant, caller, { organizationId }) === 'allowed'
  const tenant = seesTenant ? await tenantById(platform.db, tenantId) : undefined
  if (entry.kind === 'tenant-call')
    return { method, url: `${tenant?.apiUrl ?? ''}${path ?? ''}`, headers: tenantRequestHeaders() }
  const named = tenant?.tenantLocator ?? tenant?.hostName ?? ''
  const receiver = { routeId, tenant: seesTenant ? named : MASKED }
  const url = `${endpointOf(platform, routeId)}${path ?? ''}${entry.query}`
  if (entry.kind !== 'delivery') return { method, url, headers: callRequestHeaders(receiver, entry.requestId ?? '') }
  const { gatewayUrl, own } = platform.addresses
  const { contentType, traceparent, forwarding } = await sentFacts(platform.db, entry.id)
  const event = { id: entry.id, attempts: entry.attempts, at: entry.at, contentType, traceparent, forwarding }
  return { method, url, headers: deliveryRequestHeaders(receiver, { ...event, gatewayUrl, own }) }
}
