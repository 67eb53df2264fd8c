import type { ListChoice, MailTopic, PlatformRole } from '@mkt/contract/api'
import { sql } from 'kysely'
import type { AskingMembership, StaffSso } from '../../domain/accounts/assurance.ts'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { sameLetters } from '../database/same-letters.ts'
import { byNumber, byText, containing, type Order, sorted } from '../database/sorted.ts'
import type { Trx } from '../database/transaction.ts'

export interface Person {
  id: string
  email: string
  name: string
  platformRole: PlatformRole | null
  disabledAt: Date | null
}

const columns = ['id', 'email', 'name', 'platform_role as platformRole', 'disabled_at as disabledAt'] as const

export async function insertPerson(
  db: Db,
  row: {
    id: string
    email: string
    name: string
    passwordHash: string | null
    platformRole: PlatformRole | null
    now: Date
  },
): Promise<boolean> {
  const result = await db
    .insertInto('person')
    .values({
      id: row.id,
      email: row.email,
      name: row.name,
      password_hash: row.passwordHash,
      platform_role: row.platformRole,
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function personById(db: Db, id: string): Promise<Person | undefined> {
  return db.selectFrom('person').select(columns).where('id', '=', id).executeTakeFirst()
}

const hasFactor = sql<boolean>`exists (select from totp where person_id = person.id and confirmed_at is not null)
    or exists (select from passkey where person_id = person.id)`

/**
 * Who comes in without the provider of the platform: those who were named, and every operator while none of the named is one who can
 * come in. So the platform locks nobody out for good.
 */
const breakGlass = sql<boolean>`platform_role = 'operator' and (
    exists (select from staff_break_glass where person_id = person.id)
    or not exists (
      select from staff_break_glass join person named on named.id = staff_break_glass.person_id
      where named.platform_role = 'operator' and named.disabled_at is null
    ))`

const staffSso = sql<StaffSso>`json_build_object(
    'enforced', platform_role is not null and exists (select from sso_connection where organization_id is null and enforced),
    'breakGlass', ${breakGlass})`

export interface SessionPerson extends Person {
  hasFactor: boolean
  staffSso: StaffSso
}

/** The person, whether they have a second factor, and what the platform asks of them: what every request of a session asks. */
export function personWithFactor(db: Db, id: string): Promise<SessionPerson | undefined> {
  return db
    .selectFrom('person')
    .select([...columns, hasFactor.as('hasFactor'), staffSso.as('staffSso')])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function personByEmail(db: Db, email: string): Promise<Person | undefined> {
  return db.selectFrom('person').select(columns).where(sameLetters('email', email)).executeTakeFirst()
}

/** What signing in needs to know, and nothing else may. */
export function signInFacts(db: Db, email: string) {
  return db
    .selectFrom('person')
    .select([...columns, hasFactor.as('hasFactor'), 'password_hash as passwordHash'])
    .where(sameLetters('email', email))
    .executeTakeFirst()
}

export async function setPasswordHash(db: Db, personId: string, hash: string): Promise<void> {
  await db.updateTable('person').set({ password_hash: hash }).where('id', '=', personId).execute()
}

export async function renamePerson(db: Db, personId: string, name: string): Promise<void> {
  await db.updateTable('person').set({ name }).where('id', '=', personId).execute()
}

/** How a person reads times and numbers, and what they want no mail about. */
export interface Preferences {
  timeZone: string | null
  locale: string | null
  noMailAbout: MailTopic[]
}

/** List → how the person wants to see it. */
export type ListChoices = Record<string, ListChoice>

/** All that a person chose for the console, in one statement: each page asks for it. */
export async function choicesOf(db: Db, personId: string): Promise<{ preferences: Preferences; lists: ListChoices }> {
  const row = await db
    .selectFrom('person')
    .select(['time_zone as timeZone', 'locale', 'no_mail_about as noMailAbout'])
    .select((eb) =>
      eb
        .selectFrom('list_choice')
        .select(sql<ListChoices>`jsonb_object_agg(list, choice)`.as('lists'))
        .whereRef('person_id', '=', 'person.id')
        .as('lists'),
    )
    .where('id', '=', personId)
    .executeTakeFirst()
  const { lists, ...preferences } = row ?? { timeZone: null, locale: null, noMailAbout: [], lists: null }
  return { preferences, lists: lists ?? {} }
}

/** What is not given stays. */
export async function setPreferences(db: Db, personId: string, given: Partial<Preferences>): Promise<void> {
  const { timeZone, noMailAbout, ...rest } = given
  const values = {
    ...rest,
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(noMailAbout === undefined ? {} : { no_mail_about: noMailAbout }),
  }
  await db.updateTable('person').set(values).where('id', '=', personId).execute()
}

export async function passwordHashOf(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('person').select('password_hash').where('id', '=', personId).executeTakeFirst()
  return row?.password_hash ?? null
}

/** Makes changes of how a person signs in wait for each other. */
export async function lockPerson(db: Db, personId: string): Promise<void> {
  await db.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
}

export async function setPersonDisabled(db: Db, personId: string, at: Date | null): Promise<void> {
  await db.updateTable('person').set({ disabled_at: at }).where('id', '=', personId).execute()
}

export async function setPlatformRole(db: Db, personId: string, role: PlatformRole | null): Promise<void> {
  await db.updateTable('person').set({ platform_role: role }).where('id', '=', personId).execute()
}

export function peopleWithPlatformRole(db: Db, role: PlatformRole): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom('person')
    .select(['id', 'email'])
    .where('platform_role', '=', role)
    .where('disabled_at', 'is', null)
    .execute()
}

/** Whether nobody else can act as an operator. Changes of who can wait for each other, so that of two people who remove each other one stays. */
export async function isLastOperator(trx: Trx, personId: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('person')
    .select('id')
    .where('platform_role', '=', 'operator')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.length === 1 && rows[0]?.id === personId
}

const order: Order<'name' | 'email' | 'platformRole' | 'organizations' | 'createdAt'> = {
  id: 'id',
  newestFirst: false,
  keys: {
    name: byText('name'),
    email: byText('email'),
    platformRole: byText('platform_role'),
    organizations: byNumber(sql`(select count(*) from member where member.person_id = person.id)`),
    createdAt: 'id',
  },
}

export function listPeople(
  db: Db,
  { q, platformRole }: { q?: string | undefined; platformRole?: PlatformRole | 'none' | undefined },
  page: Page,
): Promise<(Person & { createdAt: Date; organizations: number })[]> {
  let query = db
    .selectFrom('person')
    .select([...columns, 'created_at as createdAt'])
    .select((eb) =>
      eb
        .selectFrom('member')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('member.person_id', '=', 'person.id')
        .as('organizations'),
    )
  if (platformRole === 'none') query = query.where('platform_role', 'is', null)
  else if (platformRole !== undefined) query = query.where('platform_role', '=', platformRole)
  if (q !== undefined) {
    const pattern = containing(q)
    query = query.where((eb) => eb.or([eb('email', 'ilike', pattern), eb('name', 'ilike', pattern)]))
  }
  return sorted(query, page, order).execute() as Promise<(Person & { createdAt: Date; organizations: number })[]>
}

export function membershipsOf(db: Db, personId: string): Promise<AskingMembership[]> {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .leftJoin('sso_connection', 'sso_connection.organization_id', 'member.organization_id')
    .select([
      'organization.id as organizationId',
      'organization.name as organizationName',
      'organization.title as organizationTitle',
      'member.role as role',
      'organization.require_mfa as requireMfa',
      sql<boolean>`coalesce(sso_connection.enforced, false)`.as('enforceSso'),
    ])
    .where('member.person_id', '=', personId)
    .where('organization.disabled_at', 'is', null)
    .orderBy('organization.name')
    .execute()
}

export async function setPersonEmail(db: Db, personId: string, email: string): Promise<void> {
  await db.updateTable('person').set({ email }).where('id', '=', personId).execute()
}
