import type { Client } from '@mkt/contract/client'
import { expandEvents, type Manifest } from '@mkt/manifest'
import { Abort } from '../../abort.ts'
import type { Installation } from '../installation/installations.ts'
import { ownOrganization } from '../platform/organization.ts'
import { allTenants, pickTenant, type Tenant } from '../tenant/tenants.ts'

export interface EventSource {
  /** A tenant named by its id or name. */
  tenant: string | undefined
  /** An installation was named, so its tenant is meant even where there is only one. */
  byInstallation: boolean
  installation(): Promise<Installation>
}

/** The tenant that sends an event: the one named, the only one there is, or that of the installation. */
export async function eventTenant(client: Client, source: EventSource): Promise<Tenant> {
  const { id: org } = await ownOrganization(client)
  const tenants = await allTenants(client, org)
  if (source.tenant !== undefined) return pickTenant(tenants, source.tenant)
  const [only] = tenants
  if (only !== undefined && tenants.length === 1 && !source.byInstallation) return only
  return pickTenant(tenants, (await source.installation()).tenantId)
}

/** The path of an app that takes an event. */
export function webhookPath(manifest: Manifest, type: string): string {
  const variant = manifest.targetPlatform ?? 'connected'
  const found = manifest.platform?.webhooks?.find(({ events }) => expandEvents(events, variant).includes(type))
  if (found) return found.path
  throw new Abort('event_unheard', `${manifest.name} has no webhook for ${type}.`, {
    fix: 'Give --path, or another event.',
  })
}
