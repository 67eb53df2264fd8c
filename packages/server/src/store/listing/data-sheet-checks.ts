import { sql } from 'kysely'
import type { DataSheetCheck, DataSheetLine } from '../../domain/listing/data-sheet.ts'
import type { Db } from '../database/database.ts'

/** Which lines of a data sheet a moderator checked. */
export function dataSheetChecks(db: Db, listingId: string): Promise<DataSheetCheck[]> {
  return db
    .selectFrom('data_sheet_check')
    .select(['line', 'checked_by as checkedBy', 'checked_at as checkedAt'])
    .where('listing_id', '=', listingId)
    .execute()
}

/** Marks lines as checked, with what they say now. */
export async function putDataSheetChecks(
  db: Db,
  listingId: string,
  check: { lines: readonly DataSheetLine[]; by: string; now: Date },
): Promise<void> {
  await sql`
    insert into data_sheet_check (listing_id, line, value, checked_by, checked_at)
    select listing.id, line, listing.data_sheet -> line, ${check.by}, ${check.now}
    from listing, unnest(${[...check.lines]}::text[]) as line
    where listing.id = ${listingId} and listing.data_sheet ? line
    on conflict (listing_id, line) do update
      set value = excluded.value, checked_by = excluded.checked_by, checked_at = excluded.checked_at`.execute(db)
}

export async function deleteDataSheetChecks(db: Db, listingId: string, lines: readonly DataSheetLine[]): Promise<void> {
  await db
    .deleteFrom('data_sheet_check')
    .where('listing_id', '=', listingId)
    .where('line', 'in', [...lines])
    .execute()
}

/** Takes the checks from lines that say something else by now. */
export async function deleteStaleChecks(db: Db, listingId: string): Promise<void> {
  await sql`
    delete from data_sheet_check using listing
    where listing.id = data_sheet_check.listing_id and listing.id = ${listingId}
      and listing.data_sheet -> data_sheet_check.line is distinct from data_sheet_check.value`.execute(db)
}
