import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { sameLetters } from '../database/same-letters.ts'
import type { Trx } from '../database/transaction.ts'

/** Where no two installations are called alike. */
export interface NamePlace {
  tenantId: string
  listingId: string
}

/**
 * Holds the names of an app's installations on a tenant until the transaction ends: nobody else names one meanwhile.
 * Take it before any row lock, because a launch holds it while it waits for its listing.
 */
export async function holdNames(trx: Trx, place: NamePlace): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`names ${place.tenantId} ${place.listingId}`}, 0))`.execute(
    trx,
  )
}

export async function namesAt(trx: Trx, place: NamePlace): Promise<string[]> {
  return (await namedAt(trx, place).execute()).map(({ name }) => name)
}

const namedAt = (trx: Trx, { tenantId, listingId }: NamePlace) =>
  trx
    .selectFrom('installation')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('listing_id', '=', listingId)
    .where('state', '!=', 'UNINSTALLED')

/** Whether another installation there has the name, in whatever case. */
export async function isNameTaken(trx: Trx, place: NamePlace, name: string, id: string | null): Promise<boolean> {
  const others = namedAt(trx, place).where(sameLetters('name', name))
  return (await others.execute()).some((row) => row.id !== id)
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
