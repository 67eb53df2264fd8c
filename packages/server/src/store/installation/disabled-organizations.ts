import { sql } from 'kysely'
import type { InstallationState } from '../../domain/installation/installation.ts'
import type { Db } from '../database/database.ts'

/** Which of the two organizations behind an installation an operator disabled: then its route is inactive. */
export async function disabledSide(
  db: Db,
  installation: { publisherId: string; organizationId: string },
): Promise<'publisher' | 'customer' | null> {
  const rows = await db
    .selectFrom('organization')
    .select('id')
    .where('id', 'in', [installation.publisherId, installation.organizationId])
    .where('disabled_at', 'is not', null)
    .execute()
  const disabled = rows.map((row) => row.id)
  if (disabled.includes(installation.publisherId)) return 'publisher'
  return disabled.length > 0 ? 'customer' : null
}

export interface Concerned {
  installationId: string
  organizationId: string
  listingName: string
  tenantId: string
  state: InstallationState
}

/** Installations whose route ends or comes back with an organization: those of its apps, and its own. */
export async function installationsConcerned(db: Db, organizationId: string): Promise<Concerned[]> {
  const { rows } = await sql<Concerned>`
    select i.id as "installationId", i.organization_id as "organizationId", l.name as "listingName",
      i.tenant_id as "tenantId", i.state
    from installation i join listing l on l.id = i.listing_id
    where i.state <> 'UNINSTALLED' and (l.organization_id = ${organizationId} or i.organization_id = ${organizationId})
    order by i.id`.execute(db)
  return rows
}

/** Listings of an organization, by id. */
export async function listingIdsOf(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db.selectFrom('listing').select('id').where('organization_id', '=', organizationId).execute()
  return rows.map((row) => row.id)
}
