import type { GroupRole } from '../../domain/identity/group-role.ts'
import type { Db } from '../database/database.ts'

export interface SsoConnection {
  id: string
  /** Null for the provider of the platform's own people. */
  organizationId: string | null
  issuer: string
  clientId: string
  sealedSecret: Buffer | null
  groupsClaim: string
  defaultRole: string
  groupRoles: GroupRole[]
  trustMfa: boolean
  enforced: boolean
  workedAt: Date | null
  updatedAt: Date
}

const columns = [
  'id',
  'organization_id as organizationId',
  'issuer',
  'client_id as clientId',
  'sealed_secret as sealedSecret',
  'groups_claim as groupsClaim',
  'default_role as defaultRole',
  'group_roles as groupRoles',
  'trust_mfa as trustMfa',
  'enforced',
  'worked_at as workedAt',
  'updated_at as updatedAt',
] as const

/** The connection of an organization, or, for null, of the platform. */
export function ssoConnectionOf(db: Db, organizationId: string | null): Promise<SsoConnection | undefined> {
  return db
    .selectFrom('sso_connection')
    .select(columns)
    .where('organization_id', organizationId === null ? 'is' : '=', organizationId)
    .executeTakeFirst()
}

export function ssoConnection(db: Db, id: string): Promise<SsoConnection | undefined> {
  return db.selectFrom('sso_connection').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The connection whose organization has shown this domain to be its own. */
export function ssoConnectionByDomain(db: Db, domain: string): Promise<SsoConnection | undefined> {
  return db
    .selectFrom('sso_connection')
    .innerJoin('sso_domain', (join) =>
      join.on((eb) =>
        eb('sso_domain.organization_id', 'is not distinct from', eb.ref('sso_connection.organization_id')),
      ),
    )
    .select(columns.map((column) => `sso_connection.${column}` as `sso_connection.${typeof column}`))
    .where('sso_domain.domain', '=', domain)
    .where('sso_domain.verified_at', 'is not', null)
    .executeTakeFirst() as Promise<SsoConnection | undefined>
}

export async function insertSsoConnection(db: Db, row: SsoConnection): Promise<boolean> {
  const result = await db
    .insertInto('sso_connection')
    .values({ id: row.id, organization_id: row.organizationId, created_at: row.updatedAt, ...written(row) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateSsoConnection(db: Db, row: SsoConnection): Promise<void> {
  await db.updateTable('sso_connection').set(written(row)).where('id', '=', row.id).execute()
}

function written(row: SsoConnection) {
  return {
    issuer: row.issuer,
    client_id: row.clientId,
    sealed_secret: row.sealedSecret,
    groups_claim: row.groupsClaim,
    default_role: row.defaultRole,
    group_roles: JSON.stringify(row.groupRoles),
    trust_mfa: row.trustMfa,
    enforced: row.enforced,
    worked_at: row.workedAt,
    updated_at: row.updatedAt,
  }
}

export async function markSsoWorked(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('sso_connection').set({ worked_at: now }).where('id', '=', id).execute()
}

export async function deleteSsoConnection(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sso_connection').where('id', '=', id).execute()
}

export interface SsoIdentity {
  connectionId: string
  issuer: string
  subject: string
  personId: string
  email: string
}

export async function personOfIdentity(
  db: Db,
  { connectionId, issuer, subject }: Pick<SsoIdentity, 'connectionId' | 'issuer' | 'subject'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('sso_identity')
    .select('person_id')
    .where('connection_id', '=', connectionId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.person_id ?? null
}

/** Links a person to issuer and subject; false when those belong to somebody already. */
export async function insertSsoIdentity(db: Db, row: SsoIdentity, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('sso_identity')
    .values({
      connection_id: row.connectionId,
      issuer: row.issuer,
      subject: row.subject,
      person_id: row.personId,
      email: row.email,
      created_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function touchSsoIdentity(db: Db, row: SsoIdentity, now: Date): Promise<void> {
  await db
    .updateTable('sso_identity')
    .set({ last_used_at: now, email: row.email })
    .where('connection_id', '=', row.connectionId)
    .where('issuer', '=', row.issuer)
    .where('subject', '=', row.subject)
    .execute()
}

export interface SsoLink {
  /** That of the connection. */
  id: string
  organizationId: string | null
  organizationName: string | null
  organizationTitle: string | null
  issuer: string
  email: string
  linkedAt: Date
  lastUsedAt: Date | null
}

/** The connections that a person is linked to, that of the platform first. */
export function ssoLinksOf(db: Db, personId: string): Promise<SsoLink[]> {
  return db
    .selectFrom('sso_identity as identity')
    .innerJoin('sso_connection as connection', 'connection.id', 'identity.connection_id')
    .leftJoin('organization', 'organization.id', 'connection.organization_id')
    .distinctOn(['organization.name', 'connection.id'])
    .select([
      'connection.id',
      'organization.id as organizationId',
      'organization.name as organizationName',
      'organization.title as organizationTitle',
      'identity.issuer',
      'identity.email',
      'identity.created_at as linkedAt',
      'identity.last_used_at as lastUsedAt',
    ])
    .where('identity.person_id', '=', personId)
    .orderBy('organization.name', (order) => order.asc().nullsFirst())
    .orderBy('connection.id')
    .orderBy('identity.last_used_at', (order) => order.desc().nullsLast())
    .execute()
}

/** Whether issuer and subject are this person's still. Until the transaction ends they cannot be unlinked. */
export async function holdSsoIdentity(db: Db, row: SsoIdentity): Promise<boolean> {
  const found = await db
    .selectFrom('sso_identity')
    .select('subject')
    .where('connection_id', '=', row.connectionId)
    .where('issuer', '=', row.issuer)
    .where('subject', '=', row.subject)
    .where('person_id', '=', row.personId)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** Unlinks a person from a connection; false when they were not linked. */
export async function deleteSsoIdentities(db: Db, personId: string, connectionId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sso_identity')
    .where('person_id', '=', personId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
