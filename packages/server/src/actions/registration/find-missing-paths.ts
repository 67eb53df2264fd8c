import { type MissingPath, missingPaths } from '../../domain/tenant/tenant-schema.ts'
import { currentMappings } from '../../store/registration/registrations.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'
import { knownSchema } from '../tenant/known-schema.ts'

/**
 * Mapped paths that the schema of the tenant no longer has, by installation. It judges by the schema that was read last; a tenant whose
 * schema is not known has nothing missing.
 */
export async function findMissingPaths(
  platform: Pick<Platform, 'db' | 'schemas'>,
  tenant: Pick<Tenant, 'id' | 'organizationId'>,
  installationIds: readonly string[],
): Promise<Map<string, MissingPath[]>> {
  const known = installationIds.length === 0 ? undefined : await knownSchema(platform, tenant)
  if (known === undefined) return new Map()
  const rows = await currentMappings(platform.db, installationIds)
  return new Map(rows.map((row) => [row.installationId, missingPaths(known.schema.names, row.mappings)]))
}

/** The same for one installation, in words for its administrator. */
export async function mappingWarnings(
  platform: Pick<Platform, 'db' | 'schemas'>,
  installation: { id: string; organizationId: string; tenantId: string },
): Promise<string[]> {
  const found = await findMissingPaths(platform, { ...installation, id: installation.tenantId }, [installation.id])
  return (found.get(installation.id) ?? []).map(
    ({ productName, field }) =>
      `The mapping of ${field} for ${productName} points to a field that the tenant's schema no longer has. Map it again.`,
  )
}
