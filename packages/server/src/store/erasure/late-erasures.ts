import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** An erasure that will be carried out again. */
export interface LateErasure {
  id: string
  organizationId: string
  installationId: string
  /** Sealed; null for everything. */
  locators: Buffer | null
  /** When it was carried out for the first time. */
  at: Date
  /** How often it was carried out since. */
  looks: number
}

export async function insertLateErasure(trx: Db, row: Omit<LateErasure, 'looks'>, dueAt: Date): Promise<void> {
  const { id, organizationId, installationId, locators, at } = row
  await trx
    .insertInto('late_erasure')
    .values({ id, organization_id: organizationId, installation_id: installationId, locators, at, due_at: dueAt })
    .execute()
}

/** Takes some that are due; nobody else takes them before the lease ends. */
export async function claimLateErasures(
  db: Db,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<LateErasure[]> {
  const { rows } = await sql<LateErasure>`
    update late_erasure set due_at = ${new Date(now.getTime() + leaseMs)}
    where id in (select id from late_erasure where due_at <= ${now} order by due_at limit ${limit} for update skip locked)
    returning id, organization_id as "organizationId", installation_id as "installationId", locators, at, looks`.execute(
    db,
  )
  return rows
}

/** Notes a look; without a further one the row goes, and with it whom it named. */
export async function endLook(db: Db, id: string, nextAt: Date | undefined): Promise<void> {
  if (nextAt === undefined) await db.deleteFrom('late_erasure').where('id', '=', id).execute()
  else
    await db
      .updateTable('late_erasure')
      .set(({ ref }) => ({ due_at: nextAt, looks: sql<number>`${ref('looks')} + 1` }))
      .where('id', '=', id)
      .execute()
}
