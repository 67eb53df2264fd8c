import type pg from 'pg'
import type { Db } from '../database/database.ts'

export interface CallPayload {
  callId: string
  installationId: string
  organizationId: string
  sealed: Buffer
  at: Date
}

export async function insertCallPayload(pool: pg.Pool, row: CallPayload): Promise<void> {
  await pool.query({
    name: 'insert_call_payload',
    text: 'insert into call_payload (call_id, installation_id, organization_id, sealed, at) values ($1, $2, $3, $4, $5)',
    values: [row.callId, row.installationId, row.organizationId, row.sealed, row.at],
  })
}

export function callPayload(db: Db, callId: string): Promise<CallPayload | undefined> {
  return db
    .selectFrom('call_payload')
    .select([
      'call_id as callId',
      'installation_id as installationId',
      'organization_id as organizationId',
      'sealed',
      'at',
    ])
    .where('call_id', '=', callId)
    .executeTakeFirst()
}

/** Deletes a small batch of payloads older than the moment. */
export async function pruneCallPayloads(pool: pg.Pool, before: Date, limit: number): Promise<number> {
  const result = await pool.query(
    'delete from call_payload where call_id in (select call_id from call_payload where at < $1 order by at limit $2)',
    [before, limit],
  )
  return result.rowCount ?? 0
}
