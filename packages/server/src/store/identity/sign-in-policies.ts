import type { Db } from '../database/database.ts'

export interface SignInPolicy {
  requireMfa: boolean
}

export async function signInPolicy(db: Db, organizationId: string): Promise<SignInPolicy> {
  const row = await db
    .selectFrom('organization')
    .select('require_mfa as requireMfa')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row ?? { requireMfa: false }
}

export async function setRequireMfa(db: Db, organizationId: string, requireMfa: boolean): Promise<void> {
  await db.updateTable('organization').set({ require_mfa: requireMfa }).where('id', '=', organizationId).execute()
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
