import { stayingStates } from '@mkt/contract/states'
import type { StoredConfiguration } from '@mkt/manifest'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export interface PlannedInstallation {
  id: string
  organizationId: string
  tenantName: string
  configuration: StoredConfiguration
}

/** Installations of a listing that would meet its next release, with what they have configured but no secret's value. */
export async function plannedInstallations(
  db: Db,
  listingId: string,
  after: string,
  limit: number,
): Promise<PlannedInstallation[]> {
  const rows = await db
    .selectFrom('installation')
    .innerJoin('configuration', (join) =>
      join
        .onRef('configuration.installation_id', '=', 'installation.id')
        .onRef('configuration.revision', '=', 'installation.revision'),
    )
    .leftJoin('tenant', 'tenant.id', 'installation.tenant_id')
    .select([
      'installation.id as id',
      'installation.organization_id as organizationId',
      'configuration.settings as settings',
      'configuration.mappings as mappings',
    ])
    .select((eb) => eb.fn.coalesce('tenant.name', 'installation.tenant_id').as('tenantName'))
    .select(
      sql<
        Record<string, { updatedAt: string }>
      >`coalesce((select jsonb_object_agg(secret.name, jsonb_build_object('updatedAt', secret.updated_at))
        from secret where secret.installation_id = installation.id), '{}')`.as('held'),
    )
    .where('installation.listing_id', '=', listingId)
    .where('installation.state', 'in', [...stayingStates])
    .where('installation.id', '>', after)
    .orderBy('installation.id')
    .limit(limit)
    .execute()
  return rows.map(({ settings, mappings, held, ...row }) => ({ ...row, configuration: { settings, mappings, held } }))
}
