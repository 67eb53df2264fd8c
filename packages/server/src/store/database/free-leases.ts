import { sql } from 'kysely'
import type { Db } from './database.ts'
import { transaction } from './transaction.ts'

/**
 * Ends every lease and every hold. Only for a process that has the database to itself: the processes that took them
 * were killed, so nobody has to wait until they run out.
 */
export async function freeLeases(db: Db, now: Date): Promise<void> {
  await transaction(db, async (trx) => {
    for (const table of ['tenant', 'token', 'installation', 'trial', 'blob_upload'] as const) {
      await trx
        .updateTable(table)
        .set({ lease_owner: null, lease_until: null })
        .where('lease_until', 'is not', null)
        .execute()
    }
    await trx
      .updateTable('deployment')
      .set({ lease_holder: null, lease_until: null })
      .where('lease_until', 'is not', null)
      .execute()
    await trx
      .updateTable('notification')
      .set({ mail_lease_until: null })
      .where('mail_lease_until', 'is not', null)
      .execute()
    await sql`update shadow_instance set lease_until = ${now}::timestamptz - interval '1 ms'
      where lease_until >= ${now}`.execute(trx)
    await sql`delete from tunnel`.execute(trx)
    await sql`delete from platform_fact where name = 'engine home'`.execute(trx)
    await sql`delete from delivery_lease`.execute(trx)
    // The former release leased deliveries one by one: the end of a lease was the moment it was due again.
    await sql`update event set due_at = least(due_at, now()), leased_by = null
      where state = 'WAITING' and leased_by is not null`.execute(trx)
    // A key's hold is judged against the moment of the repeat.
    await sql`update idempotency set locked_until = ${now}::timestamptz - interval '1 ms'
      where locked_until >= ${now}`.execute(trx)
  })
}
