import { Failure } from '@mkt/contract/errors'
import { transaction } from '../../store/database/transaction.ts'
import { deleteUnusedTenant, renameTenant, type Tenant } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

export async function changeTenant(
  platform: Platform,
  tenant: Tenant,
  input: { name: string },
  origin: Origin,
): Promise<void> {
  await transaction(platform.db, async (trx) => {
    await renameTenant(trx, tenant.id, input.name, platform.clock.now())
    await recordAudit(platform, trx, origin, {
      organizationId: tenant.organizationId,
      action: 'tenant.change',
      subject: { kind: 'tenant', id: tenant.id },
      details: { name: input.name },
    })
    await platform.changes.publish(trx, 'tenant', tenant.id)
  })
}

/** Disconnects a tenant that nothing uses any more; its credentials and tokens are erased with it. */
export async function disconnectTenant(platform: Platform, tenant: Tenant, origin: Origin): Promise<void> {
  await transaction(platform.db, async (trx) => {
    if (!(await deleteUnusedTenant(trx, tenant.id)))
      throw new Failure(
        'tenant_in_use',
        `Installations still use the tenant ${tenant.name}. Uninstall them, wait until they are gone, and try again.`,
      )
    await recordAudit(platform, trx, origin, {
      organizationId: tenant.organizationId,
      action: 'tenant.disconnect',
      subject: { kind: 'tenant', id: tenant.id },
      details: { name: tenant.name },
    })
    await platform.changes.publish(trx, 'tenant', tenant.id)
  })
}
