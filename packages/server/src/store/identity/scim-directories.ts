import type { Db } from '../database/database.ts'

export interface ScimDirectory {
  organizationId: string
  createdAt: Date
  lastUsedAt: Date | null
}

const columns = ['organization_id as organizationId', 'created_at as createdAt', 'last_used_at as lastUsedAt'] as const

export function scimDirectory(db: Db, organizationId: string): Promise<ScimDirectory | undefined> {
  return db
    .selectFrom('scim_directory')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** The directory, locked until the transaction ends: changes of one directory happen one after the other. */
export function lockScimDirectory(trx: Db, organizationId: string): Promise<ScimDirectory | undefined> {
  return trx
    .selectFrom('scim_directory')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst()
}

/** The directory of a token, unless its organization is disabled. */
export function scimDirectoryByToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('scim_directory')
    .innerJoin('organization', 'organization.id', 'scim_directory.organization_id')
    .select([
      'scim_directory.organization_id as organizationId',
      'scim_directory.last_used_at as lastUsedAt',
      'organization.name as organizationName',
    ])
    .where('token_hash', '=', tokenHash)
    .where('organization.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Writes the token of a directory; a former one is void. */
export async function putScimToken(db: Db, organizationId: string, tokenHash: Buffer, now: Date): Promise<void> {
  const token = { token_hash: tokenHash, created_at: now, last_used_at: null }
  await db
    .insertInto('scim_directory')
    .values({ organization_id: organizationId, ...token })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(token))
    .execute()
}

export async function touchScimDirectory(db: Db, organizationId: string, now: Date): Promise<void> {
  await db
    .updateTable('scim_directory')
    .set({ last_used_at: now })
    .where('organization_id', '=', organizationId)
    .execute()
}

/** Removes a directory with its users and groups; people and memberships stay. */
export async function deleteScimDirectory(db: Db, organizationId: string): Promise<boolean> {
  const result = await db.deleteFrom('scim_directory').where('organization_id', '=', organizationId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function scimCounts(db: Db, organizationId: string): Promise<{ users: number; groups: number }> {
  const count = async (table: 'scim_user' | 'scim_group') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow()
    ).count
  const [users, groups] = await Promise.all([count('scim_user'), count('scim_group')])
  return { users, groups }
}
