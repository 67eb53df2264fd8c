import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { dueInTurn, type Turns } from '../database/due-in-turn.ts'

export interface DueInstallation {
  id: string
  organizationId: string
}

/** Leases on the work of installations: one process at a time advances one. Organizations take turns. */
export async function leaseInstallations(
  db: Db,
  owner: string,
  turns: Turns,
  now: Date,
  until: Date,
): Promise<DueInstallation[]> {
  const { rows } = await sql<DueInstallation>`
    update installation set lease_owner = ${owner}, lease_until = ${until}
    where id in (
      select id from installation
      where id in (${dueInTurn('installation', 'due_at', now, turns)})
        and due_at <= ${now} and (lease_until is null or lease_until < ${now})
      for update skip locked)
    returning id, organization_id as "organizationId"`.execute(db)
  return rows
}

export async function extendLeases(db: Db, owner: string, ids: readonly string[], until: Date): Promise<Set<string>> {
  const rows = await db
    .updateTable('installation')
    .set({ lease_until: until })
    .where('id', 'in', [...ids])
    .where('lease_owner', '=', owner)
    .returning('id')
    .execute()
  return new Set(rows.map((row) => row.id))
}

export async function releaseLeases(db: Db, owner: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('installation')
    .set({ lease_owner: null, lease_until: null })
    .where('id', 'in', [...ids])
    .where('lease_owner', '=', owner)
    .execute()
}

/** Begins a step: since when, with no try made yet. */
export async function beginStep(db: Db, id: string, wish: number, step: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('installation')
    .set({ step, step_since: now, step_tries: 0, step_poll: null })
    .where('id', '=', id)
    .where('wish', '=', wish)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Notes that the application is about to hear `install`. False when somebody wants something else by now: then it must not. */
export async function noteInstallSent(db: Db, id: string, wish: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('installation')
    .set((eb) => ({ install_sent_at: eb.fn.coalesce('install_sent_at', eb.val(now)) }))
    .where('id', '=', id)
    .where('wish', '=', wish)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Notes how far a step is and when to look again. */
export async function noteStep(
  db: Db,
  id: string,
  wish: number,
  note: { tries?: number; poll?: string | null; since?: Date; dueAt: Date },
): Promise<void> {
  await db
    .updateTable('installation')
    .set({
      due_at: note.dueAt,
      ...(note.tries === undefined ? {} : { step_tries: note.tries }),
      ...(note.poll === undefined ? {} : { step_poll: note.poll }),
      ...(note.since === undefined ? {} : { step_since: note.since }),
    })
    .where('id', '=', id)
    .where('wish', '=', wish)
    .execute()
}

/** Nothing is to do until somebody wants something. False when something changed since the facts were read: look again. */
export async function restInstallation(
  db: Db,
  read: { id: string; wish: number; generation: number },
): Promise<boolean> {
  const result = await db
    .updateTable('installation')
    .set({ due_at: null, step: null, step_since: null, step_tries: 0, step_poll: null })
    .where('id', '=', read.id)
    .where('wish', '=', read.wish)
    .where('generation', '=', read.generation)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** What is wanted now, to notice that a running step no longer is. */
export async function wishOf(db: Db, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('installation').select('wish').where('id', '=', id).executeTakeFirst()
  return row?.wish
}

/** When the next installation comes due that nobody holds then; undefined where none waits. */
export async function nextDue(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(due_at, coalesce(lease_until, due_at))) as at from installation where due_at is not null`.execute(
    db,
  )
  return rows[0]?.at ?? undefined
}
