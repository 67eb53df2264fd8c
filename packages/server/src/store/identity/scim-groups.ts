import { sql } from 'kysely'
import type { ScimClause } from '../../domain/identity/scim-filter.ts'
import type { ScimGroupFields } from '../../domain/identity/scim-group.ts'
import { ScimRefusal } from '../../domain/identity/scim-refusal.ts'
import type { Db } from '../database/database.ts'

export interface ScimGroup extends Omit<ScimGroupFields, 'members'> {
  id: string
  organizationId: string
  createdAt: Date
  updatedAt: Date
}

const columns = [
  'id',
  'organization_id as organizationId',
  'display_name as displayName',
  'external_id as externalId',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

const groups = (db: Db, organizationId: string) =>
  db.selectFrom('scim_group').select(columns).where('organization_id', '=', organizationId)

export function scimGroup(db: Db, organizationId: string, id: string): Promise<ScimGroup | undefined> {
  return groups(db, organizationId).where('id', '=', id).executeTakeFirst()
}

const isMember = (value: string) =>
  sql<boolean>`exists (select from scim_group_member where group_id = scim_group.id and user_id = ${value})`

const matches: Record<string, (value: string) => ReturnType<typeof sql<boolean>>> = {
  id: (value) => sql<boolean>`id = ${value}`,
  displayname: (value) => sql<boolean>`lower(display_name) = ${value.toLowerCase()}`,
  externalid: (value) => sql<boolean>`external_id = ${value}`,
  members: isMember,
  'members.value': isMember,
}

export async function listScimGroups(
  db: Db,
  organizationId: string,
  clauses: readonly ScimClause[],
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ScimGroup[]; total: number }> {
  let query = groups(db, organizationId)
  for (const { attribute, value } of clauses) {
    const match = matches[attribute]
    if (match === undefined) throw new ScimRefusal(400, `Groups cannot be filtered by ${attribute}.`, 'invalidFilter')
    query = query.where(match(value))
  }
  const [rows, counted] = await Promise.all([
    query.orderBy('id').offset(offset).limit(limit).execute(),
    query
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: counted.count }
}

/** The members of groups, by id and user name. */
export function scimMembersOf(db: Db, groupIds: readonly string[]) {
  return db
    .selectFrom('scim_group_member')
    .innerJoin('scim_user', 'scim_user.id', 'scim_group_member.user_id')
    .select(['group_id as groupId', 'user_id as userId', 'scim_user.user_name as userName'])
    .where('group_id', 'in', groupIds.length === 0 ? [''] : [...groupIds])
    .orderBy('user_id')
    .execute()
}

/** Writes a group, new or known; false when another one has the name. */
export async function putScimGroup(db: Db, row: ScimGroup): Promise<boolean> {
  const fields = { display_name: row.displayName, external_id: row.externalId, updated_at: row.updatedAt }
  const taken = await groups(db, row.organizationId)
    .where('id', '!=', row.id)
    .where(sql`lower(display_name)`, '=', row.displayName.toLowerCase())
    .executeTakeFirst()
  if (taken !== undefined) return false
  await db
    .insertInto('scim_group')
    .values({ id: row.id, organization_id: row.organizationId, created_at: row.createdAt, ...fields })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(fields))
    .execute()
  return true
}

export async function changeScimMembers(
  db: Db,
  groupId: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  if (removed.length > 0)
    await db
      .deleteFrom('scim_group_member')
      .where('group_id', '=', groupId)
      .where(sql<boolean>`user_id = any(${[...removed]}::text[])`)
      .execute()
  if (added.length > 0)
    await sql`insert into scim_group_member (group_id, user_id)
      select ${groupId}, unnest(${[...added]}::text[]) on conflict do nothing`.execute(db)
}

export async function deleteScimGroup(db: Db, id: string): Promise<void> {
  await db.deleteFrom('scim_group').where('id', '=', id).execute()
}

/** The groups a person has in the directory of an organization, by name and by the directory's own id. */
export async function scimGroupsOf(db: Db, organizationId: string, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scim_group')
    .innerJoin('scim_group_member', 'scim_group_member.group_id', 'scim_group.id')
    .innerJoin('scim_user', 'scim_user.id', 'scim_group_member.user_id')
    .select(['scim_group.display_name as displayName', 'scim_group.external_id as externalId'])
    .where('scim_user.organization_id', '=', organizationId)
    .where('scim_user.person_id', '=', personId)
    .execute()
  return rows.flatMap(({ displayName, externalId }) =>
    externalId === null ? [displayName] : [displayName, externalId],
  )
}
