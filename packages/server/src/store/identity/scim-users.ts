import { sql } from 'kysely'
import type { ScimClause } from '../../domain/identity/scim-filter.ts'
import type { ScimUserFields } from '../../domain/identity/scim-user.ts'
import type { Db } from '../database/database.ts'
import { sameLetters } from '../database/same-letters.ts'
import { type ScimRows, scimPage } from './scim-page.ts'

export interface ScimUser extends ScimUserFields {
  id: string
  organizationId: string
  personId: string | null
  madePerson: boolean
  createdAt: Date
  updatedAt: Date
}

const columns = [
  'id',
  'organization_id as organizationId',
  'person_id as personId',
  'made_person as madePerson',
  'user_name as userName',
  'external_id as externalId',
  'active',
  'display_name as displayName',
  'given_name as givenName',
  'family_name as familyName',
  'email',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

const users = (db: Db, organizationId: string) =>
  db.selectFrom('scim_user').select(columns).where('organization_id', '=', organizationId)

export function scimUser(db: Db, organizationId: string, id: string): Promise<ScimUser | undefined> {
  return users(db, organizationId).where('id', '=', id).executeTakeFirst()
}

/** The user of a directory who is this person, or has this address. */
export function scimUserOf(
  db: Db,
  organizationId: string,
  { personId, email }: { personId: string | null; email: string | null },
): Promise<ScimUser | undefined> {
  return users(db, organizationId)
    .where((eb) =>
      eb.or([
        eb('person_id', '=', personId ?? ''),
        sameLetters('email', email ?? ''),
        sameLetters('user_name', email ?? ''),
      ]),
    )
    .orderBy((eb) =>
      eb
        .case()
        .when('person_id', '=', personId ?? '')
        .then(0)
        .else(1)
        .end(),
    )
    .limit(1)
    .executeTakeFirst()
}

const matches: ScimRows['matches'] = {
  id: (value) => sql<boolean>`id = ${value}`,
  username: (value) => sameLetters('user_name', value),
  externalid: (value) => sql<boolean>`external_id = ${value}`,
  displayname: (value) => sameLetters('display_name', value),
  active: (value) => sql<boolean>`active = ${value === 'true'}`,
  emails: (value) => sameLetters('email', value),
  'emails.value': (value) => sameLetters('email', value),
}

/** One page of the users that fulfil every clause, oldest first, and how many there are. */
export function listScimUsers(
  db: Db,
  organizationId: string,
  clauses: readonly ScimClause[],
  page: { offset: number; limit: number },
): Promise<{ rows: ScimUser[]; total: number }> {
  return scimPage(users(db, organizationId), { plural: 'Users', matches }, clauses, page)
}

const written = (row: ScimUser) => ({
  person_id: row.personId,
  made_person: row.madePerson,
  user_name: row.userName,
  external_id: row.externalId,
  active: row.active,
  display_name: row.displayName,
  given_name: row.givenName,
  family_name: row.familyName,
  email: row.email,
  updated_at: row.updatedAt,
})

/** Writes a user, new or known. */
export async function putScimUser(db: Db, row: ScimUser): Promise<void> {
  await db
    .insertInto('scim_user')
    .values({ id: row.id, organization_id: row.organizationId, created_at: row.createdAt, ...written(row) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(written(row)))
    .execute()
}

/** Whether another user of the directory has this user name, or is this person. */
export async function isScimUserTaken(
  db: Db,
  { id, organizationId, userName, personId }: Pick<ScimUser, 'id' | 'organizationId' | 'userName' | 'personId'>,
): Promise<boolean> {
  const row = await users(db, organizationId)
    .where('id', '!=', id)
    .where((eb) => eb.or([sameLetters('user_name', userName), eb('person_id', '=', personId ?? '')]))
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteScimUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('scim_user').where('id', '=', id).execute()
}

/** Whether nobody can sign in to the account yet, and no other organization knows it: then its directory may say whose it is. */
export async function isUnclaimed(db: Db, personId: string, organizationId: string): Promise<boolean> {
  const { rows } =
    await sql`select from person where id = ${personId} and password_hash is null and platform_role is null
    and not exists (select from sso_identity where person_id = person.id)
    and not exists (select from passkey where person_id = person.id)
    and not exists (select from totp where person_id = person.id)
    and not exists (select from member where person_id = person.id and organization_id <> ${organizationId})`.execute(
      db,
    )
  return rows.length > 0
}
