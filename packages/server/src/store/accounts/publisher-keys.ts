import type { Db } from '../database/database.ts'

export interface PublisherKey {
  id: string
  organizationId: string
  name: string
  publicKey: string
  fingerprint: string
  algorithm: string
  createdBy: string
  createdAt: Date
  retiredAt: Date | null
}

function keys(db: Db) {
  return db
    .selectFrom('publisher_key')
    .select([
      'id',
      'organization_id as organizationId',
      'name',
      'public_key as publicKey',
      'fingerprint',
      'algorithm',
      'created_by as createdBy',
      'created_at as createdAt',
      'retired_at as retiredAt',
    ])
}

/** The keys of an organization, oldest first, retired ones included. */
export function publisherKeys(db: Db, organizationId: string): Promise<PublisherKey[]> {
  return keys(db).where('organization_id', '=', organizationId).orderBy('id').execute()
}

export function publisherKeyById(db: Db, id: string): Promise<PublisherKey | undefined> {
  return keys(db).where('id', '=', id).executeTakeFirst()
}

/** Adds a key; false when the organization has it already. */
export async function insertPublisherKey(db: Db, row: Omit<PublisherKey, 'retiredAt'>): Promise<boolean> {
  const result = await db
    .insertInto('publisher_key')
    .values({
      id: row.id,
      organization_id: row.organizationId,
      name: row.name,
      public_key: row.publicKey,
      fingerprint: row.fingerprint,
      algorithm: row.algorithm,
      created_by: row.createdBy,
      created_at: row.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function retirePublisherKey(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('publisher_key')
    .set({ retired_at: now })
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .execute()
}
