import { sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import { firstPartAt } from '../../lib/ids.ts'
import type { Db } from '../database/database.ts'
import { byText, byTime, containing, type Order, sorted } from '../database/sorted.ts'

export interface OneTimeLink {
  id: string
  kind: 'invitation' | 'password'
  email: string
  organizationId: string | null
  role: 'admin' | 'operations' | 'developer' | 'viewer' | null
  personId: string | null
  createdAt: Date
  expiresAt: Date
}

const columns = [
  'id',
  'kind',
  'email',
  'organization_id as organizationId',
  'role',
  'person_id as personId',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

export async function insertLink(
  db: Db,
  row: OneTimeLink & { tokenHash: Buffer; createdBy: string | null },
): Promise<void> {
  await db
    .insertInto('one_time_link')
    .values({
      id: row.id,
      token_hash: row.tokenHash,
      kind: row.kind,
      email: row.email,
      organization_id: row.organizationId,
      role: row.role,
      person_id: row.personId,
      created_by: row.createdBy,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
    })
    .execute()
}

/** Uses a link up: the second caller gets nothing. */
export function useLink(
  db: Db,
  kind: OneTimeLink['kind'],
  tokenHash: Buffer,
  now: Date,
): Promise<OneTimeLink | undefined> {
  return db
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst()
}

/** A link that can still be used, with who made it. */
export function openLink(
  db: Db,
  kind: OneTimeLink['kind'],
  tokenHash: Buffer,
  now: Date,
): Promise<(OneTimeLink & { createdBy: string | null }) | undefined> {
  return db
    .selectFrom('one_time_link')
    .select([...columns, 'created_by as createdBy'])
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export function openInvitation(db: Db, id: string): Promise<OneTimeLink | undefined> {
  return db
    .selectFrom('one_time_link')
    .select(columns)
    .where('id', '=', id)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .executeTakeFirst()
}

const order: Order<'email' | 'role' | 'createdAt' | 'expiresAt'> = {
  id: 'id',
  newestFirst: true,
  keys: { email: byText('email'), role: byText('role'), createdAt: 'id', expiresAt: byTime('expires_at') },
}

export function openInvitations(
  db: Db,
  filter: { organizationId: string; q?: string | undefined; role?: OneTimeLink['role'] | undefined },
  now: Date,
  page: Page,
): Promise<OneTimeLink[]> {
  let query = db
    .selectFrom('one_time_link')
    .select(columns)
    .where('organization_id', '=', filter.organizationId)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
  if (filter.q !== undefined) query = query.where('email', 'ilike', containing(filter.q))
  if (filter.role) query = query.where('role', '=', filter.role)
  return sorted(query, page, order).execute()
}

/**
 * How many invitations an organization sent since a moment, in all and to one address. The audit tells it: an invitation that was
 * taken back was mailed anyway.
 */
export async function countInvitationsSent(
  db: Db,
  organizationId: string,
  email: string,
  since: Date,
): Promise<{ all: number; toAddress: number }> {
  const { rows } = await sql<{ all: number; toAddress: number }>`
    select count(*)::int as all, count(*) filter (where lower(details ->> 'email') = lower(${email}))::int as "toAddress"
    from audit where organization_id = ${organizationId} and action = 'member.invite'
      and id >= ${`aud_${firstPartAt(since)}`}`.execute(db)
  return rows[0] ?? { all: 0, toAddress: 0 }
}

export async function deleteLink(db: Db, id: string): Promise<void> {
  await db.deleteFrom('one_time_link').where('id', '=', id).execute()
}

/** Takes back the open invitations of an organization that a person made; returns how many. */
export async function deleteInvitationsBy(db: Db, organizationId: string, personId: string): Promise<number> {
  const result = await db
    .deleteFrom('one_time_link')
    .where('kind', '=', 'invitation')
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
