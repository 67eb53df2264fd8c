import type { Db } from '../database/database.ts'

export interface Passkey {
  id: string
  personId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  relyingParty: string
  createdAt: Date
  lastUsedAt: Date | null
}

const columns = [
  'id',
  'person_id as personId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'transports',
  'name',
  'relying_party as relyingParty',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

export function passkeysOf(db: Db, personId: string): Promise<Passkey[]> {
  return db.selectFrom('passkey').select(columns).where('person_id', '=', personId).orderBy('id').execute()
}

export function passkeyByCredential(db: Db, credentialId: string): Promise<Passkey | undefined> {
  return db.selectFrom('passkey').select(columns).where('credential_id', '=', credentialId).executeTakeFirst()
}

/** Adds a passkey; false when the credential is known already. */
export async function insertPasskey(db: Db, row: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> {
  const result = await db
    .insertInto('passkey')
    .values({
      id: row.id,
      person_id: row.personId,
      credential_id: row.credentialId,
      public_key: row.publicKey,
      counter: row.counter,
      transports: row.transports,
      name: row.name,
      relying_party: row.relyingParty,
      created_at: row.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Notes a use. A counter that did not grow is a copy of the authenticator, unless it never counts. */
export async function spendPasskey(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function renamePasskey(db: Db, personId: string, id: string, name: string): Promise<boolean> {
  const result = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deletePasskey(db: Db, personId: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export async function deletePasskeysOf(db: Db, personId: string): Promise<number> {
  const result = await db.deleteFrom('passkey').where('person_id', '=', personId).executeTakeFirst()
  return Number(result.numDeletedRows)
}
