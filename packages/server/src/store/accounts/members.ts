import type { Role } from '@mkt/contract/api'
import { sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { byText, byTime, containing, type Order, sorted } from '../database/sorted.ts'

export interface Member {
  personId: string
  email: string
  name: string
  role: Role
  since: Date
}

function members(db: Db, organizationId: string) {
  return db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select([
      'person.id as personId',
      'person.email as email',
      'person.name as name',
      'member.role as role',
      'member.created_at as since',
    ])
    .where('member.organization_id', '=', organizationId)
}

const order: Order<'name' | 'email' | 'role' | 'since'> = {
  id: 'person.id',
  newestFirst: false,
  keys: {
    name: byText('person.name'),
    email: byText('person.email'),
    role: byText('member.role'),
    since: byTime('member.created_at'),
  },
}

export function membersOf(
  db: Db,
  filter: { organizationId: string; q?: string | undefined; role?: Role | undefined },
  page: Page,
): Promise<Member[]> {
  let query = members(db, filter.organizationId)
  const { q, role } = filter
  if (role !== undefined) query = query.where('member.role', '=', role)
  if (q !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('person.name', 'ilike', containing(q)), eb('person.email', 'ilike', containing(q))]),
    )
  }
  return sorted(query, page, order).execute()
}

/** One member, locked until the transaction ends. */
export function lockMember(db: Db, organizationId: string, personId: string): Promise<Member | undefined> {
  return members(db, organizationId).where('person.id', '=', personId).forUpdate('member').executeTakeFirst()
}

/** The people to tell about something in an organization, by role. */
export function peopleWithRole(db: Db, organizationId: string, roles: readonly Role[]): Promise<Member[]> {
  return members(db, organizationId)
    .where('member.role', 'in', [...roles])
    .where('person.disabled_at', 'is', null)
    .execute()
}

export async function setMemberRole(db: Db, organizationId: string, personId: string, role: Role): Promise<void> {
  await db
    .updateTable('member')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .execute()
}

/** Makes people members; returns those who were none. */
export async function insertMembers(
  db: Db,
  row: { organizationId: string; personIds: readonly string[]; role: Role; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    insert into member (organization_id, person_id, role, created_at)
    select ${row.organizationId}, unnest(${[...row.personIds]}::text[]), ${row.role}, ${row.now}::timestamptz
    on conflict do nothing returning person_id`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

/** Gives members a role, except owners; returns those whose role changed. */
export async function setMemberRoles(
  db: Db,
  organizationId: string,
  personIds: readonly string[],
  role: Role,
): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    update member set role = ${role} where organization_id = ${organizationId}
      and person_id = any(${[...personIds]}::text[]) and role not in ('owner', ${role}) returning person_id`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

export async function deleteMember(db: Db, organizationId: string, personId: string): Promise<void> {
  await db
    .deleteFrom('member')
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .execute()
}
