import type { Page } from '../domain/page.ts'
import type { Db } from './database.ts'

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

export function entriesOf(
  db: Db,
  installationId: string,
  page: Page,
  level?: InstallationEntry['level'],
): Promise<InstallationEntry[]> {
  let query = db
    .selectFrom('installation_entry')
    .select(['id', 'at', 'kind', 'level', 'message', 'details'])
    .where('installation_id', '=', installationId)
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (level !== undefined) query = query.where('level', '=', level)
  if (page.after !== null) query = query.where('id', '<', page.after)
  return query.execute()
}
