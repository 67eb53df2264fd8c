import type { PlatformRole } from '@mkt/contract/api'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Somebody of the platform, as far as signing in goes. */
export interface StaffSignIn {
  id: string
  email: string
  name: string
  platformRole: PlatformRole
  hasFactor: boolean
  /** Linked to an account of the provider. */
  linked: boolean
  lastUsedAt: Date | null
  /** Named as one who comes in without the provider. */
  breakGlass: boolean
}

/** People of the platform shown at once. */
const MAX = 500

export async function staffSignIns(db: Db, connectionId: string | null): Promise<StaffSignIn[]> {
  const { rows } = await sql<StaffSignIn>`
    select person.id, person.email, person.name, person.platform_role as "platformRole",
      exists (select from totp where person_id = person.id and confirmed_at is not null)
        or exists (select from passkey where person_id = person.id) as "hasFactor",
      identity.person_id is not null as linked, identity.last_used_at as "lastUsedAt",
      exists (select from staff_break_glass where person_id = person.id) as "breakGlass"
    from person left join lateral (
      select person_id, max(last_used_at) as last_used_at from sso_identity
      where connection_id = ${connectionId} and person_id = person.id group by person_id
    ) identity on true
    where person.platform_role is not null and person.disabled_at is null
    order by person.email limit ${MAX}`.execute(db)
  return rows
}

export async function setStaffBreakGlass(db: Db, personIds: readonly string[]): Promise<void> {
  await db.deleteFrom('staff_break_glass').execute()
  if (personIds.length === 0) return
  await db
    .insertInto('staff_break_glass')
    .values(personIds.map((person_id) => ({ person_id })))
    .execute()
}
