import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

/**
 * The names of an app's installations on a tenant, held until the transaction ends: nobody else names one meanwhile.
 * Take it before any row lock, because a launch holds it while it waits for its listing.
 */
export async function holdNames(
  trx: Trx,
  place: { tenantId: string; listingId: string },
): Promise<Map<string, string>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`names ${place.tenantId} ${place.listingId}`}, 0))`.execute(
    trx,
  )
  const rows = await trx
    .selectFrom('installation')
    .select(['id', 'name'])
    .where('tenant_id', '=', place.tenantId)
    .where('listing_id', '=', place.listingId)
    .where('state', '!=', 'UNINSTALLED')
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** What installations are called, those that are uninstalled included. */
export async function installationNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('installation')
    .innerJoin('listing', 'listing.id', 'installation.listing_id')
    .select(['installation.id as id', sql<string>`coalesce(nullif(installation.name, ''), listing.title)`.as('name')])
    .where('installation.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
