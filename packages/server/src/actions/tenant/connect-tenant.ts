import type { Variant } from '@mkt/manifest'
import { credentialSets, type GivenCredentials } from '../../domain/tenant/credential-sets.ts'
import type { RelayMode } from '../../domain/tenant/relay-mode.ts'
import { hostNameOf } from '../../domain/tenant/tenant.ts'
import { newId } from '../../lib/ids.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import { writeConnection } from '../../store/tenant/connections.ts'
import { insertCredential } from '../../store/tenant/credentials.ts'
import { insertTenant, storeSchema, type Tenant } from '../../store/tenant/tenants.ts'
import { type Changing, change } from '../platform/change.ts'
import { enforceQuota } from '../platform/enforce-quota.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { checkCredentials } from './check-credentials.ts'
import { sealNewCredential } from './open-credential.ts'

export interface NewTenant {
  organization: Organization
  name: string
  variant: Variant
  apiUrl: string
  hostName?: string | undefined
  tenantLocator?: string | undefined
  credentials: GivenCredentials
  relay?: RelayMode | undefined
}

/** Connects a tenant: every set of credentials is tried against the real system first, and nothing is kept if one fails. */
export async function connectTenant(
  platform: Changing & Pick<Platform, 'policySystems' | 'vault'>,
  input: NewTenant,
  origin: Origin,
): Promise<Tenant> {
  const now = platform.clock.now()
  const tenant: Tenant = {
    id: newId('ten', now, platform.random),
    organizationId: input.organization.id,
    name: input.name,
    variant: input.variant,
    apiUrl: input.apiUrl,
    hostName: hostNameOf(input.hostName, input.apiUrl),
    tenantLocator: input.tenantLocator ?? null,
    relay: input.relay ?? 'off',
    createdAt: now,
    updatedAt: now,
  }
  const sets = credentialSets(input.credentials)
  const started = performance.now()
  const schema = await checkCredentials(platform, tenant, sets)
  const latencyMs = Math.round(performance.now() - started)
  const { id: tenantId, organizationId } = tenant
  const rows = await Promise.all(
    sets.map((set) => sealNewCredential(platform, { organizationId, tenantId, installationId: null, ...set })),
  )
  await change(platform, origin, async (unit) => {
    const { trx } = unit
    await enforceQuota(unit, 'tenants', organizationId)
    await insertTenant(trx, tenant)
    for (const row of rows) await insertCredential(trx, row)
    await writeConnection(trx, tenantId, { trouble: null, latencyMs }, now)
    if (schema !== null) await storeSchema(trx, tenant.id, schema.text, now)
    const { name, variant, apiUrl, hostName, relay } = tenant
    return unit.record('tenant.connect', {
      organizationId,
      id: tenantId,
      details: { name, variant, apiUrl, hostName, relay },
    })
  })
  return tenant
}
