import { sql } from 'kysely'
import { notYetStoppable, type StopRequest, stoppableStates } from '../../domain/installation/installation.ts'
import type { Db } from '../database/database.ts'

/**
 * Marks every installation of a listing that runs, or is about to, to be stopped; answers which. What is being started
 * goes on until it can be stopped; whatever the worker does for the others is no longer wanted.
 */
export async function wantStopped(trx: Db, listingId: string, wish: StopRequest, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update installation set stop_wanted = ${JSON.stringify(wish)}::jsonb, updated_at = ${now}, generation = generation + 1,
      wish = wish + case when state = any(${notYetStoppable}) then 0 else 1 end,
      due_at = case when state = any(${notYetStoppable}) then due_at else ${now} end
    where listing_id = ${listingId} and state = any(${[...notYetStoppable, ...stoppableStates]})
    returning id`.execute(trx)
  return rows.map((row) => row.id)
}

/** The wish to stop is fulfilled, or overtaken. */
export async function forgetStopWish(trx: Db, id: string): Promise<void> {
  await trx.updateTable('installation').set({ stop_wanted: null }).where('id', '=', id).execute()
}
