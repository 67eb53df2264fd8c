import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export interface DeviceSignIn {
  deviceHash: Buffer
  userHash: Buffer
  address: string
  userAgent: string | null
  createdAt: Date
  expiresAt: Date
}

export async function insertDeviceSignIn(db: Db, row: DeviceSignIn): Promise<void> {
  await db
    .insertInto('device_sign_in')
    .values({
      device_hash: row.deviceHash,
      user_hash: row.userHash,
      address: row.address,
      user_agent: row.userAgent,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
    })
    .execute()
}

/** The sign-in that a short code stands for, as long as nobody decided. */
export function waitingDeviceSignIn(db: Db, userHash: Buffer, now: Date): Promise<DeviceSignIn | undefined> {
  return db
    .selectFrom('device_sign_in')
    .select([
      'device_hash as deviceHash',
      'user_hash as userHash',
      'address',
      'user_agent as userAgent',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('user_hash', '=', userHash)
    .where('decision', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export type DeviceDecision =
  | { decision: 'refused'; personId: string }
  | { decision: 'approved'; personId: string; sessionId: string; organizationId: string }

/** Writes a decision; false when somebody decided before or it is too late. */
export async function decideDeviceSignIn(db: Db, userHash: Buffer, given: DeviceDecision, now: Date): Promise<boolean> {
  const approved = given.decision === 'approved' ? given : undefined
  const result = await db
    .updateTable('device_sign_in')
    .set({
      decision: given.decision,
      person_id: given.personId,
      session_id: approved?.sessionId ?? null,
      organization_id: approved?.organizationId ?? null,
    })
    .where('user_hash', '=', userHash)
    .where('decision', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export interface PolledDevice {
  decision: 'waiting' | 'approved' | 'refused'
  /** When the tool asked the time before. */
  polledBefore: Date | null
}

/** Notes that the tool asks. */
export async function pollDeviceSignIn(db: Db, deviceHash: Buffer, now: Date): Promise<PolledDevice | undefined> {
  const { rows } = await sql<PolledDevice>`
    with present as (
      select device_hash, polled_at from device_sign_in where device_hash = ${deviceHash} and expires_at > ${now} for update
    )
    update device_sign_in set polled_at = ${now} from present where device_sign_in.device_hash = present.device_hash
    returning decision, present.polled_at as "polledBefore"`.execute(db)
  return rows[0]
}

/** Uses a decided sign-in up: a second request with the same code finds nothing. */
export function takeDeviceSignIn(db: Db, deviceHash: Buffer, now: Date) {
  return db
    .deleteFrom('device_sign_in')
    .where('device_hash', '=', deviceHash)
    .where('decision', '!=', 'waiting')
    .where('expires_at', '>', now)
    .returning(['decision', 'person_id as personId', 'session_id as sessionId', 'organization_id as organizationId'])
    .executeTakeFirst()
}

export async function deleteExpiredDeviceSignIns(db: Db, now: Date, limit: number): Promise<number> {
  const { rows } = await sql`delete from device_sign_in where device_hash in (
    select device_hash from device_sign_in where expires_at <= ${now} limit ${limit}) returning 1`.execute(db)
  return rows.length
}
