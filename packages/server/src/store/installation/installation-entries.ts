import { sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { containing, type Order, sorted } from '../database/sorted.ts'

export interface InstallationEntry {
  id: string
  at: Date
  kind: string
  level: 'info' | 'warning' | 'error'
  message: string
  details: Record<string, unknown>
}

export async function insertEntry(db: Db, installationId: string, entry: InstallationEntry): Promise<void> {
  await db
    .insertInto('installation_entry')
    .values({ ...entry, installation_id: installationId, details: JSON.stringify(entry.details) })
    .execute()
}

const order: Order<'at'> = { id: 'id', newestFirst: true, keys: { at: 'id' } }

interface EntryFilter {
  level?: InstallationEntry['level'] | undefined
  /** Words of the message, or of what is told besides. */
  q?: string | undefined
}

export function entriesOf(
  db: Db,
  installationId: string,
  page: Page,
  { level, q }: EntryFilter = {},
): Promise<InstallationEntry[]> {
  let query = db
    .selectFrom('installation_entry')
    .select(['id', 'at', 'kind', 'level', 'message', 'details'])
    .where('installation_id', '=', installationId)
  if (level !== undefined) query = query.where('level', '=', level)
  if (q !== undefined) {
    const found = containing(q)
    query = query.where((eb) => eb.or([eb('message', 'ilike', found), eb(sql`details::text`, 'ilike', found)]))
  }
  return sorted(query, page, order).execute()
}

/** When another release ran or another configuration was written, newest first: what a chart marks. */
export function marksOf(db: Db, installationId: string, from: Date, limit = 50): Promise<InstallationEntry[]> {
  return db
    .selectFrom('installation_entry')
    .select(['id', 'at', 'kind', 'level', 'message', 'details'])
    .where('installation_id', '=', installationId)
    .where('at', '>=', from)
    .where((eb) => eb.or([eb('kind', '=', 'configuration'), eb(sql`details ? 'runs'`, '=', true)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
