import { Failure } from '@mkt/contract/errors'
import type { RelayMode } from '../../domain/tenant/relay-mode.ts'
import { movedTenant } from '../../domain/tenant/tenant.ts'
import { credentialsOf, retryCredentials } from '../../store/tenant/credentials.ts'
import { deleteUnusedTenant, planSweep, storeSchema, type Tenant, updateTenant } from '../../store/tenant/tenants.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { checkCredentials } from './check-credentials.ts'
import { openCredential } from './open-credential.ts'

export interface TenantChange {
  name?: string | undefined
  apiUrl?: string | undefined
  hostName?: string | undefined
  relay?: RelayMode | undefined
}

/**
 * Renames a tenant, decides how applications reach it, or moves it: the stored credentials are tried at the new address first, as at connecting. What is registered follows with the
 * next sweep, which comes at once.
 */
export async function changeTenant(
  platform: Changing & Pick<Platform, 'policySystems' | 'vault'>,
  tenant: Tenant,
  input: TenantChange,
  origin: Origin,
): Promise<void> {
  const changed = {
    ...movedTenant(tenant, input),
    name: input.name ?? tenant.name,
    relay: input.relay ?? tenant.relay,
  }
  const isMoved = changed.apiUrl !== tenant.apiUrl || changed.hostName !== tenant.hostName
  const schema = isMoved ? await checkMoved(platform, tenant, changed) : null
  await change(platform, origin, async (unit) => {
    const { trx, now } = unit
    await updateTenant(trx, changed, now)
    if (isMoved) {
      await retryCredentials(trx, tenant.id, now)
      if (schema !== null) await storeSchema(trx, tenant.id, schema.text, now)
      await planSweep(trx, tenant.id, now)
    }
    const { id, organizationId, name, apiUrl, hostName, relay } = changed
    const access = relay === tenant.relay ? {} : { relay, formerRelay: tenant.relay }
    const details = { name, ...(isMoved ? { apiUrl, hostName } : {}), ...access }
    return unit.record('tenant.change', { organizationId, id, details })
  })
}

async function checkMoved(platform: Pick<Platform, 'db' | 'policySystems' | 'vault'>, tenant: Tenant, changed: Tenant) {
  const rows = (await credentialsOf(platform.db, [tenant.id])).filter((row) => row.installationId === null)
  const sets = await Promise.all(
    rows.map(async ({ id, kind }) => {
      const opened = await openCredential(platform, platform.db, tenant.organizationId, id)
      return opened === undefined ? [] : [{ kind, credentials: opened.credentials }]
    }),
  )
  // Under a name of its own: that the former address failed is not held against the new one.
  return checkCredentials(platform, { ...changed, id: `${tenant.id} moved` }, sets.flat())
}

/** Disconnects a tenant that nothing uses any more; its credentials and tokens are erased with it. */
export async function disconnectTenant(platform: Changing, tenant: Tenant, origin: Origin): Promise<void> {
  const { id, organizationId, name } = tenant
  await change(platform, origin, async (unit) => {
    if (!(await deleteUnusedTenant(unit.trx, id)))
      throw new Failure(
        'tenant_in_use',
        `Installations still use the tenant ${name}. Uninstall them, wait until they are gone, and try again.`,
      )
    return unit.record('tenant.disconnect', { organizationId, id, details: { name } })
  })
}
