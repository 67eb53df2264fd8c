import { Failure } from '@mkt/contract/errors'
import { deleteUnusedTenant, renameTenant, type Tenant } from '../../store/tenant/tenants.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'

export async function changeTenant(
  platform: Platform,
  tenant: Tenant,
  input: { name: string },
  origin: Origin,
): Promise<void> {
  const { id, organizationId } = tenant
  await change(platform, origin, async (unit) => {
    await renameTenant(unit.trx, id, input.name, unit.now)
    return unit.record('tenant.change', { organizationId, id, details: { name: input.name } })
  })
}

/** Disconnects a tenant that nothing uses any more; its credentials and tokens are erased with it. */
export async function disconnectTenant(platform: Platform, tenant: Tenant, origin: Origin): Promise<void> {
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
