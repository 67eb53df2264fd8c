import type { Db } from '../database/database.ts'

export async function draftManifestOf(db: Db, listingId: string): Promise<Record<string, unknown> | null> {
  const row = await db.selectFrom('listing').select('draft_manifest').where('id', '=', listingId).executeTakeFirst()
  return row?.draft_manifest ?? null
}

export async function setDraftManifest(db: Db, listingId: string, text: string, now: Date): Promise<void> {
  await db.updateTable('listing').set({ draft_manifest: text, updated_at: now }).where('id', '=', listingId).execute()
}
