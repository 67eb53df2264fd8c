import type { Role } from '@mkt/contract/api'
import { sql } from 'kysely'
import type { ScimClause } from '../../domain/identity/scim-filter.ts'
import type { Db } from '../database/database.ts'
import { sameLetters } from '../database/same-letters.ts'
import { type ScimRows, scimPage } from './scim-page.ts'

export interface ScimGroup {
  id: string
  organizationId: string
  displayName: string
  externalId: string | null
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

const matches: ScimRows['matches'] = {
  id: (value) => sql<boolean>`id = ${value}`,
  displayname: (value) => sameLetters('display_name', value),
  externalid: (value) => sql<boolean>`external_id = ${value}`,
  members: isMember,
  'members.value': isMember,
}

/** One page of the groups that fulfil every clause, oldest first, and how many there are. */
export function listScimGroups(
  db: Db,
  organizationId: string,
  clauses: readonly ScimClause[],
  page: { offset: number; limit: number },
): Promise<{ rows: ScimGroup[]; total: number }> {
  return scimPage(groups(db, organizationId), { plural: 'Groups', matches }, clauses, page)
}

export interface ScimMember {
  groupId: string
  userId: string
  userName: string
}

/** Members of groups, group after group in the order of ids, up to a number of them. */
export function scimMembersOf(db: Db, groupIds: readonly string[], most: number): Promise<ScimMember[]> {
  return db
    .selectFrom('scim_group_member')
    .innerJoin('scim_user', 'scim_user.id', 'scim_group_member.user_id')
    .select(['group_id as groupId', 'user_id as userId', 'scim_user.user_name as userName'])
    .where(sql<boolean>`group_id = any(${[...groupIds]}::text[])`)
    .orderBy('group_id')
    .orderBy('user_id')
    .limit(most)
    .execute()
}

export async function scimMemberIds(db: Db, groupId: string): Promise<string[]> {
  const rows = await db.selectFrom('scim_group_member').select('user_id').where('group_id', '=', groupId).execute()
  return rows.map(({ user_id }) => user_id)
}

export async function countScimMembers(db: Db, groupId: string): Promise<number> {
  const { count } = await db
    .selectFrom('scim_group_member')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow()
  return count
}

/** Writes a group, new or known; false when another one has the name. */
export async function putScimGroup(db: Db, row: ScimGroup): Promise<boolean> {
  const fields = { display_name: row.displayName, external_id: row.externalId, updated_at: row.updatedAt }
  const taken = await groups(db, row.organizationId)
    .where('id', '!=', row.id)
    .where(sameLetters('display_name', row.displayName))
    .executeTakeFirst()
  if (taken !== undefined) return false
  await db
    .insertInto('scim_group')
    .values({ id: row.id, organization_id: row.organizationId, created_at: row.createdAt, ...fields })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(fields))
    .execute()
  return true
}

/** Takes members out; returns those who were in. */
export async function removeScimMembers(db: Db, groupId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`delete from scim_group_member
    where group_id = ${groupId} and user_id = any(${[...userIds]}::text[]) returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Puts users of the directory into a group; returns those who were not in it. Ids that the directory does not have are passed over. */
export async function addScimMembers(
  db: Db,
  { id, organizationId }: Pick<ScimGroup, 'id' | 'organizationId'>,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`insert into scim_group_member (group_id, user_id)
    select ${id}, id from scim_user where organization_id = ${organizationId} and id = any(${[...userIds]}::text[])
    on conflict do nothing returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
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

export interface ScimRoleFacts {
  personId: string
  email: string
  /** Null for a person who is no member. */
  role: Role | null
  groups: string[]
}

/** The active users of these, with their role and those of their groups that count: by name or by the directory's own id. */
export async function scimRoleFacts(
  db: Db,
  organizationId: string,
  userIds: readonly string[],
  counted: readonly string[],
): Promise<ScimRoleFacts[]> {
  const names = sql`${[...counted]}::text[]`
  const { rows } = await sql<ScimRoleFacts>`
    select person.id as "personId", person.email, member.role, coalesce(found.groups, '{}') as groups
    from scim_user join person on person.id = scim_user.person_id
    left join member on member.organization_id = scim_user.organization_id and member.person_id = person.id
    left join lateral (
      select array_agg(display_name) || array_agg(external_id) filter (where external_id is not null) as groups
      from scim_group_member join scim_group on scim_group.id = scim_group_member.group_id
      where user_id = scim_user.id and (display_name = any(${names}) or external_id = any(${names}))
    ) found on true
    where scim_user.organization_id = ${organizationId} and scim_user.active
      and scim_user.id = any(${[...userIds]}::text[])`.execute(db)
  return rows
}
