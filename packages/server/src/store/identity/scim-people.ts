import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { isUnclaimed } from './scim-users.ts'

/**
 * Whether the organization knows whose account this is: a member, somebody its provider signed in, or an account nobody has used yet.
 * An address proves nothing, because everybody can sign up with any.
 */
export async function isKnownTo(db: Db, personId: string, organizationId: string): Promise<boolean> {
  const { rows } = await sql`select where
    exists (select from member where person_id = ${personId} and organization_id = ${organizationId})
    or exists (select from sso_identity join sso_connection on sso_connection.id = connection_id
      where person_id = ${personId} and organization_id = ${organizationId})`.execute(db)
  return rows.length > 0 || isUnclaimed(db, personId, organizationId)
}

/** Whether others rely on the account too: another organization or the platform. */
export async function isSharedAccount(db: Db, personId: string, organizationId: string): Promise<boolean> {
  const { rows } = await sql`select where
    exists (select from person where id = ${personId} and platform_role is not null)
    or exists (select from member where person_id = ${personId} and organization_id <> ${organizationId})`.execute(db)
  return rows.length > 0
}
