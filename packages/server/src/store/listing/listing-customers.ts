import type { Db } from '../database/database.ts'

/** Whether one of the organizations has the app installed. */
export async function isInstalledBy(db: Db, listingId: string, organizationIds: readonly string[]): Promise<boolean> {
  if (organizationIds.length === 0) return false
  const row = await db
    .selectFrom('installation')
    .select('id')
    .where('listing_id', '=', listingId)
    .where('organization_id', 'in', [...organizationIds])
    .where('state', '!=', 'UNINSTALLED')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
