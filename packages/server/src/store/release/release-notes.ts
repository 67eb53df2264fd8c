import type { Db } from '../database/database.ts'

export interface StoredNotes {
  id: string
  notes: string
}

/** Releases whose notes were rendered by other rules than these. Notes never change. */
export function notesToRender(db: Db, rules: number, limit: number): Promise<StoredNotes[]> {
  return db
    .selectFrom('release')
    .select(['id', 'notes'])
    .where('notes_rules', '<>', rules)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function setNotesHtml(db: Db, id: string, html: string, rules: number): Promise<void> {
  await db.updateTable('release').set({ notes_html: html, notes_rules: rules }).where('id', '=', id).execute()
}
