import { credentialSets, type GivenCredentials } from '../../domain/tenant/credential-sets.ts'
import { writeConnection } from '../../store/tenant/connections.ts'
import { credentialsOf, insertCredential, replaceCredential } from '../../store/tenant/credentials.ts'
import { planSweep, type Tenant } from '../../store/tenant/tenants.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { checkCredentials } from './check-credentials.ts'
import { sealCredentials, sealNewCredential } from './open-credential.ts'

/** Replaces one or both sets of a tenant after trying the new ones. A set that is left out stays. */
export async function replaceCredentials(
  platform: Changing & Pick<Platform, 'policySystems' | 'vault'>,
  tenant: Tenant,
  given: GivenCredentials,
  origin: Origin,
): Promise<void> {
  const sets = credentialSets(given)
  await checkCredentials(platform, tenant, sets, 'The new credentials were not accepted; the stored ones stay in use.')
  const { id: tenantId, organizationId } = tenant
  const known = (await credentialsOf(platform.db, [tenantId])).filter((row) => row.installationId === null)
  const sealed = await Promise.all(
    sets.map(async (set) => {
      const row = known.find((one) => one.kind === set.kind)
      return row === undefined
        ? { add: await sealNewCredential(platform, { organizationId, tenantId, installationId: null, ...set }) }
        : { id: row.id, sealed: await sealCredentials(platform, organizationId, row.id, set.credentials) }
    }),
  )
  const now = platform.clock.now()
  await change(platform, origin, async (unit) => {
    const { trx } = unit
    for (const one of sealed) {
      if (one.add !== undefined) await insertCredential(trx, one.add)
      else await replaceCredential(trx, one.id, one.sealed, now)
    }
    await writeConnection(trx, tenantId, { trouble: null, latencyMs: null }, now)
    // Operations that failed with the old credentials are retried now.
    await planSweep(trx, tenantId, now)
    const details = { sets: sets.map((set) => set.kind) }
    return unit.record('tenant.replace-credentials', { organizationId, id: tenantId, details })
  })
}
