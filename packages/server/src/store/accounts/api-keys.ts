import type { Scope } from '@mkt/contract/api'
import type { Page } from '../../domain/platform/page.ts'
import { changePosition } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import { byText, byTime, containing, type Order, sorted } from '../database/sorted.ts'

export interface ApiKey {
  id: string
  organizationId: string
  organizationName: string
  organizationDisabledAt: Date | null
  name: string
  clientId: string
  scopes: Scope[]
  createdAt: Date
  lastUsedAt: Date | null
  previousUntil: Date | null
}

function keys(db: Db) {
  return db
    .selectFrom('api_key')
    .innerJoin('organization', 'organization.id', 'api_key.organization_id')
    .select([
      'api_key.id as id',
      'api_key.organization_id as organizationId',
      'organization.name as organizationName',
      'organization.disabled_at as organizationDisabledAt',
      'api_key.name as name',
      'api_key.client_id as clientId',
      'api_key.scopes as scopes',
      'api_key.created_at as createdAt',
      'api_key.last_used_at as lastUsedAt',
      'api_key.previous_until as previousUntil',
    ])
    .where('api_key.revoked_at', 'is', null)
}

export function apiKeyById(db: Db, id: string): Promise<ApiKey | undefined> {
  return keys(db).where('api_key.id', '=', id).executeTakeFirst()
}

export interface KeyWithHashes extends ApiKey {
  secretHash: Buffer
  previousHash: Buffer | null
  /** Where the change feed stood. */
  position: string
}

const withHashes = (db: Db) =>
  keys(db).select([
    'api_key.secret_hash as secretHash',
    'api_key.previous_hash as previousHash',
    changePosition.as('position'),
  ])

/** The key of a client with the hashes its secret is checked against. */
export function apiKeyByClientId(db: Db, clientId: string): Promise<KeyWithHashes | undefined> {
  return withHashes(db).where('api_key.client_id', '=', clientId).executeTakeFirst()
}

/** The keys of several clients, in the order of the clients. */
export async function apiKeysByClientId(db: Db, clientIds: readonly string[]): Promise<(KeyWithHashes | undefined)[]> {
  const rows = await withHashes(db)
    .where('api_key.client_id', 'in', [...clientIds])
    .execute()
  return clientIds.map((clientId) => rows.find((row) => row.clientId === clientId))
}

const order: Order<'name' | 'createdAt' | 'lastUsedAt'> = {
  id: 'api_key.id',
  newestFirst: true,
  keys: { name: byText('api_key.name'), createdAt: 'id', lastUsedAt: byTime('api_key.last_used_at') },
}

export function apiKeysOf(
  db: Db,
  filter: { organizationId: string; q?: string | undefined },
  page: Page,
): Promise<ApiKey[]> {
  let query = keys(db).where('api_key.organization_id', '=', filter.organizationId)
  if (filter.q !== undefined) query = query.where('api_key.name', 'ilike', containing(filter.q))
  return sorted(query, page, order).execute()
}

export async function insertApiKey(
  db: Db,
  row: {
    id: string
    organizationId: string
    name: string
    clientId: string
    secretHash: Buffer
    scopes: Scope[]
    createdBy: string | null
    now: Date
  },
): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      id: row.id,
      organization_id: row.organizationId,
      name: row.name,
      client_id: row.clientId,
      secret_hash: row.secretHash,
      scopes: row.scopes,
      created_by: row.createdBy,
      created_at: row.now,
    })
    .execute()
}

/** Replaces the secret; the former one stays valid until the moment given. */
export async function replaceApiKeySecret(db: Db, id: string, secretHash: Buffer, previousUntil: Date): Promise<void> {
  await db
    .updateTable('api_key')
    .set((eb) => ({ previous_hash: eb.ref('secret_hash'), previous_until: previousUntil, secret_hash: secretHash }))
    .where('id', '=', id)
    .execute()
}

export async function revokeApiKey(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('api_key').set({ revoked_at: now }).where('id', '=', id).execute()
}

export async function touchApiKey(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id).execute()
}

/** Client IDs of the valid keys that a person made. */
export async function apiKeysMadeBy(
  db: Db,
  organizationId: string,
  personId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('api_key')
    .select('client_id')
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', personId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.client_id)
}

/** Who made a key; null where nobody is known to have. */
export async function makerOfKey(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('api_key').select('created_by').where('id', '=', id).executeTakeFirst()
  return row?.created_by ?? null
}
