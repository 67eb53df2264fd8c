import type { Db } from '../database/database.ts'

export interface SsoDomain {
  id: string
  organizationId: string | null
  domain: string
  token: string
  verifiedAt: Date | null
  checkedAt: Date | null
  failingSince: Date | null
}

const columns = [
  'id',
  'organization_id as organizationId',
  'domain',
  'token',
  'verified_at as verifiedAt',
  'checked_at as checkedAt',
  'failing_since as failingSince',
] as const

export function ssoDomainsOf(db: Db, organizationId: string | null): Promise<SsoDomain[]> {
  return db
    .selectFrom('sso_domain')
    .select(columns)
    .where('organization_id', organizationId === null ? 'is' : '=', organizationId)
    .orderBy('domain')
    .execute()
}

export function ssoDomain(db: Db, id: string): Promise<SsoDomain | undefined> {
  return db.selectFrom('sso_domain').select(columns).where('id', '=', id).executeTakeFirst()
}

export async function insertSsoDomain(
  db: Db,
  row: Pick<SsoDomain, 'id' | 'organizationId' | 'domain' | 'token'>,
  now: Date,
): Promise<boolean> {
  const result = await db
    .insertInto('sso_domain')
    .values({
      id: row.id,
      organization_id: row.organizationId,
      domain: row.domain,
      token: row.token,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function isDomainVerifiedElsewhere(db: Db, { id, domain }: SsoDomain): Promise<boolean> {
  const row = await db
    .selectFrom('sso_domain')
    .select('id')
    .where('domain', '=', domain)
    .where('id', '!=', id)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function writeDomainCheck(
  db: Db,
  id: string,
  row: Pick<SsoDomain, 'verifiedAt' | 'failingSince'> & { checkedAt: Date },
): Promise<void> {
  await db
    .updateTable('sso_domain')
    .set({ verified_at: row.verifiedAt, failing_since: row.failingSince, checked_at: row.checkedAt })
    .where('id', '=', id)
    .execute()
}

export async function deleteSsoDomain(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sso_domain').where('id', '=', id).execute()
}

/** Verified domains whose last check is older than this moment. */
export function domainsToCheck(db: Db, before: Date, limit: number): Promise<SsoDomain[]> {
  return db
    .selectFrom('sso_domain')
    .select(columns)
    .where('verified_at', 'is not', null)
    .where('checked_at', '<', before)
    .orderBy('checked_at')
    .limit(limit)
    .execute()
}
