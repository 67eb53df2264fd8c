import type { Db } from '../database/database.ts'

export interface SignInPolicy {
  requireMfa: boolean
  enforceSso: boolean
}

export async function signInPolicy(db: Db, organizationId: string): Promise<SignInPolicy> {
  const row = await db
    .selectFrom('organization')
    .leftJoin('sso_connection', 'sso_connection.organization_id', 'organization.id')
    .select(['require_mfa as requireMfa', 'sso_connection.enforced'])
    .where('organization.id', '=', organizationId)
    .executeTakeFirst()
  return { requireMfa: row?.requireMfa ?? false, enforceSso: row?.enforced ?? false }
}

export async function setRequireMfa(db: Db, organizationId: string, requireMfa: boolean): Promise<void> {
  await db.updateTable('organization').set({ require_mfa: requireMfa }).where('id', '=', organizationId).execute()
}

/** For an organization, or, for null, for the people of the platform. */
export async function setEnforceSso(db: Db, organizationId: string | null, enforced: boolean): Promise<void> {
  await db
    .updateTable('sso_connection')
    .set({ enforced })
    .where('organization_id', organizationId === null ? 'is' : '=', organizationId)
    .execute()
}

/** Whether an organization of the person requires a second factor. */
export async function requiresFactor(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .select('organization.id')
    .where('member.person_id', '=', personId)
    .where('organization.require_mfa', '=', true)
    .executeTakeFirst()
  return row !== undefined
}
