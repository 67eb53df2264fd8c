import { sql } from 'kysely'
import type { CredentialKind } from '../../domain/tenant/credential.ts'
import type { Db } from '../database/database.ts'

export interface Credential {
  id: string
  tenantId: string
  installationId: string | null
  kind: CredentialKind
  revision: number
  updatedAt: Date
  lastUsedAt: Date | null
  lastFailedAt: Date | null
  refusedAt: Date | null
}

function credentials(db: Db) {
  return db
    .selectFrom('credential')
    .select([
      'id',
      'tenant_id as tenantId',
      'installation_id as installationId',
      'kind',
      'revision',
      'updated_at as updatedAt',
      'last_used_at as lastUsedAt',
      'last_failed_at as lastFailedAt',
      'refused_at as refusedAt',
    ])
}

/** All credentials of some tenants, those of installations included; never what they hold. */
export function credentialsOf(db: Db, tenantIds: readonly string[]): Promise<Credential[]> {
  if (tenantIds.length === 0) return Promise.resolve([])
  return credentials(db).where('tenant_id', 'in', tenantIds).orderBy('id').execute()
}

export function credentialById(db: Db, id: string): Promise<Credential | undefined> {
  return credentials(db).where('id', '=', id).executeTakeFirst()
}

/** What a credential holds, sealed, with the revision it belongs to and when it was entered. */
export function sealedCredential(
  db: Db,
  id: string,
): Promise<{ sealed: Buffer; revision: number; updatedAt: Date } | undefined> {
  return db
    .selectFrom('credential')
    .select(['sealed', 'revision', 'updated_at as updatedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export interface NewCredential {
  id: string
  tenantId: string
  installationId: string | null
  kind: CredentialKind
  sealed: Buffer
  now: Date
}

export async function insertCredential(db: Db, row: NewCredential): Promise<void> {
  await db
    .insertInto('credential')
    .values({
      id: row.id,
      tenant_id: row.tenantId,
      installation_id: row.installationId,
      kind: row.kind,
      sealed: row.sealed,
      updated_at: row.now,
      // They were tried against the policy system just now.
      last_used_at: row.now,
    })
    .execute()
}

/** Replaces what a credential holds. Whatever happened to the former one no longer counts. */
export async function replaceCredential(db: Db, id: string, sealed: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('credential')
    .set((eb) => ({
      sealed,
      revision: eb('revision', '+', 1),
      updated_at: now,
      last_used_at: now,
      last_failed_at: null,
      refused_at: null,
    }))
    .where('id', '=', id)
    .execute()
}

/** The credentials of a tenant are shown to another system from now on: tokens and refusals of the former one no longer count. */
export async function retryCredentials(db: Db, tenantId: string, now: Date): Promise<void> {
  await db
    .updateTable('credential')
    .set((eb) => ({ revision: eb('revision', '+', 1), last_used_at: now, last_failed_at: null, refused_at: null }))
    .where('tenant_id', '=', tenantId)
    .execute()
}

export async function noteCredentialUsed(db: Db, id: string, revision: number, now: Date): Promise<void> {
  await db
    .updateTable('credential')
    .set({ last_used_at: now, refused_at: null })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute()
}

/** Notes a failed use; a refusal also stops further tries for a while. False: they were replaced in the meantime. */
export async function noteCredentialFailed(
  db: Db,
  id: string,
  revision: number,
  now: Date,
  refused: boolean,
): Promise<boolean> {
  const noted = await db
    .updateTable('credential')
    .set({ last_failed_at: now, ...(refused ? { refused_at: now } : {}) })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/** The installation that brought credentials for itself alone, as people know it. */
export function credentialUser(db: Db, installationId: string): Promise<{ id: string; title: string } | undefined> {
  return db
    .selectFrom('installation')
    .innerJoin('listing', 'listing.id', 'installation.listing_id')
    .select(['installation.id as id', 'listing.title as title'])
    .where('installation.id', '=', installationId)
    .executeTakeFirst()
}

/** The credentials that some installations brought for themselves alone. */
export function ownCredentialsOf(db: Db, installationIds: readonly string[]): Promise<Credential[]> {
  if (installationIds.length === 0) return Promise.resolve([])
  return credentials(db).where('installation_id', 'in', installationIds).orderBy('id').execute()
}

/** Erases some of the credentials an installation brought along; their tokens go with them. */
export async function deleteCredentialKinds(
  db: Db,
  installationId: string,
  kinds: readonly CredentialKind[],
): Promise<void> {
  if (kinds.length === 0) return
  await db.deleteFrom('credential').where('installation_id', '=', installationId).where('kind', 'in', kinds).execute()
}

/** Erases the credentials an installation brought along. */
export async function deleteInstallationCredentials(db: Db, installationId: string): Promise<void> {
  await db.deleteFrom('credential').where('installation_id', '=', installationId).execute()
}

/** Since when the policy system refuses credentials that an installation works with: its own, else those of its tenant. */
export async function refusedSince(db: Db, tenantId: string, installationId: string): Promise<Date | null> {
  const { rows } = await sql<{ refusedAt: Date | null }>`
    select min(one.refused_at) as "refusedAt" from credential one
    where one.tenant_id = ${tenantId} and (one.installation_id = ${installationId} or (one.installation_id is null and not exists (
      select from credential own where own.installation_id = ${installationId} and own.kind = one.kind)))`.execute(db)
  return rows[0]?.refusedAt ?? null
}
