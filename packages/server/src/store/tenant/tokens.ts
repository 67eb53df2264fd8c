import type { Db } from '../database/database.ts'

export interface StoredToken {
  sealed: Buffer
  credentialRevision: number
  obtainedAt: Date
  expiresAt: Date | null
}

/** The token of a credential, if there is one. */
export async function storedToken(db: Db, credentialId: string): Promise<StoredToken | undefined> {
  const row = await db
    .selectFrom('token')
    .select(['sealed', 'credential_revision', 'obtained_at', 'expires_at'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (!row || row.sealed === null || row.obtained_at === null) return undefined
  return {
    sealed: row.sealed,
    credentialRevision: row.credential_revision,
    obtainedAt: row.obtained_at,
    expiresAt: row.expires_at,
  }
}

/** Takes the right to renew, across all processes, unless another has it. */
export async function leaseToken(
  db: Db,
  credentialId: string,
  owner: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const taken = await db
    .insertInto('token')
    .values({ credential_id: credentialId, credential_revision: 0, lease_owner: owner, lease_until: until })
    .onConflict((conflict) =>
      conflict
        .column('credential_id')
        .doUpdateSet({ lease_owner: owner, lease_until: until })
        .where((eb) => eb.or([eb('token.lease_until', 'is', null), eb('token.lease_until', '<', now)])),
    )
    .executeTakeFirst()
  return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function releaseToken(db: Db, credentialId: string, owner: string): Promise<void> {
  await db
    .updateTable('token')
    .set({ lease_owner: null, lease_until: null })
    .where('credential_id', '=', credentialId)
    .where('lease_owner', '=', owner)
    .execute()
}

/** Keeps a new token and gives the lease back; says whether the lease was still held. */
export async function storeToken(db: Db, credentialId: string, owner: string, token: StoredToken): Promise<boolean> {
  const stored = await db
    .updateTable('token')
    .set({
      sealed: token.sealed,
      credential_revision: token.credentialRevision,
      obtained_at: token.obtainedAt,
      expires_at: token.expiresAt,
      lease_owner: null,
      lease_until: null,
    })
    .where('credential_id', '=', credentialId)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return stored.numUpdatedRows > 0n
}

/** Forgets a token that the policy system no longer accepts, unless it was renewed in the meantime. */
export async function dropToken(db: Db, credentialId: string, obtainedAt: Date): Promise<void> {
  await db
    .updateTable('token')
    .set({ sealed: null, obtained_at: null, expires_at: null })
    .where('credential_id', '=', credentialId)
    .where('obtained_at', '=', obtainedAt)
    .execute()
}
