import { sql } from 'kysely'
import type { SessionMethod } from '../../domain/accounts/assurance.ts'
import type { Page } from '../../domain/platform/page.ts'
import { changePosition } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import { byText, byTime, containing, type Order, sorted } from '../database/sorted.ts'

export async function insertSession(
  db: Db,
  row: {
    id: string
    tokenHash: Buffer
    personId: string | null
    apiKeyId: string | null
    /** The secret of the key that it was made with. */
    secretHash?: Buffer
    address: string | null
    userAgent: string | null
    now: Date
    expiresAt: Date
    method?: SessionMethod
    /** When a second factor was proved, if one was. */
    factorAt?: Date | null
    /** When the person proved who they are, if not now. */
    provedAt?: Date
    provider?: { connectionId: string; factor: boolean } | undefined
    /** The one organization it reaches. */
    boundTo?: string | undefined
  },
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      id: row.id,
      token_hash: row.tokenHash,
      person_id: row.personId,
      api_key_id: row.apiKeyId,
      secret_hash: row.secretHash ?? null,
      address: row.address,
      last_address: row.address,
      user_agent: row.userAgent,
      created_at: row.now,
      seen_at: row.now,
      expires_at: row.expiresAt,
      method: row.method ?? 'password',
      proved_at: row.provedAt ?? row.now,
      factor_at: row.factorAt ?? null,
      connection_id: row.provider?.connectionId ?? null,
      provider_factor: row.provider?.factor ?? false,
      organization_id: row.boundTo ?? null,
    })
    .execute()
}

export interface SessionFacts {
  id: string
  personId: string | null
  apiKeyId: string | null
  secretHash: Buffer | null
  seenAt: Date
  createdAt: Date
  provedAt: Date
  factorAt: Date | null
  method: SessionMethod
  connectionId: string | null
  providerFactor: boolean
  providerOrganizationId: string | null
  /** The one organization it reaches, if it is a tool's. */
  boundTo: string | null
  /** Where the change feed stood. */
  position: string
}

export function sessionByHash(db: Db, tokenHash: Buffer, now: Date): Promise<SessionFacts | undefined> {
  return facts(db, now).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** The sessions of several tokens, in the order of the tokens. */
export async function sessionsByHash(
  db: Db,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<(SessionFacts | undefined)[]> {
  const rows = await facts(db, now)
    .select('token_hash as tokenHash')
    .where('token_hash', 'in', [...tokenHashes])
    .execute()
  return tokenHashes.map((hash) => rows.find(({ tokenHash }) => tokenHash.equals(hash)))
}

export function sessionById(db: Db, id: string, now: Date): Promise<SessionFacts | undefined> {
  return facts(db, now).where('session.id', '=', id).executeTakeFirst()
}

function facts(db: Db, now: Date) {
  return db
    .selectFrom('session')
    .leftJoin('sso_connection', 'sso_connection.id', 'session.connection_id')
    .select([
      'session.id as id',
      'person_id as personId',
      'api_key_id as apiKeyId',
      'secret_hash as secretHash',
      'seen_at as seenAt',
      'session.created_at as createdAt',
      'proved_at as provedAt',
      'factor_at as factorAt',
      'method',
      'connection_id as connectionId',
      'provider_factor as providerFactor',
      'sso_connection.organization_id as providerOrganizationId',
      'session.organization_id as boundTo',
      changePosition.as('position'),
    ])
    .where('expires_at', '>', now)
}

/** No token that was made with a key up to now outlives this moment. */
export async function endKeySessionsBy(db: Db, apiKeyId: string, until: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ expires_at: sql<Date>`least(expires_at, ${until}::timestamptz)` })
    .where('api_key_id', '=', apiKeyId)
    .execute()
}

/** Moves the end of a session forward, never back, and notes where it was used. */
export async function extendSession(
  db: Db,
  id: string,
  { now, expiresAt, address }: { now: Date; expiresAt: Date; address: string | null },
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      seen_at: now,
      expires_at: sql<Date>`greatest(expires_at, ${expiresAt}::timestamptz)`,
      last_address: sql<string | null>`coalesce(${address}, last_address)`,
    })
    .where('id', '=', id)
    .execute()
}

/** Notes that the person proved again who they are, by a second factor or by the password. */
export async function markProved(db: Db, id: string, now: Date, withFactor: boolean): Promise<void> {
  await db
    .updateTable('session')
    .set({ proved_at: now, ...(withFactor ? { factor_at: now } : {}) })
    .where('id', '=', id)
    .execute()
}

/** Sessions that a provider began count as signed in without a second factor. */
export async function forgetProviderFactor(db: Db, connectionId: string): Promise<void> {
  await db.updateTable('session').set({ provider_factor: false }).where('connection_id', '=', connectionId).execute()
}

/** Ends the sessions of a person that a provider began, those of tools approved in them included; returns how many. */
export async function deleteProviderSessions(db: Db, personId: string, connectionId: string): Promise<number> {
  const result = await db
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Ends one session of a person, or one token of an API key. */
export async function deleteSession(
  db: Db,
  id: string,
  owner: { personId: string } | { apiKeyId: string },
): Promise<boolean> {
  const query = db.deleteFrom('session').where('id', '=', id)
  const result = await ('personId' in owner
    ? query.where('person_id', '=', owner.personId)
    : query.where('api_key_id', '=', owner.apiKeyId)
  ).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Ends all sessions of a person but one; returns how many. */
export async function deleteOtherSessions(db: Db, personId: string, keep: string | null): Promise<number> {
  const result = await db
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .where('id', '!=', keep ?? '')
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deleteSessionsOfKey(db: Db, apiKeyId: string): Promise<void> {
  await db.deleteFrom('session').where('api_key_id', '=', apiKeyId).execute()
}

export async function deleteExpiredSessions(db: Db, now: Date, limit = 1000): Promise<number> {
  const result =
    await sql`delete from session where id in (select id from session where expires_at <= ${now} limit ${limit})`.execute(
      db,
    )
  return Number(result.numAffectedRows ?? 0n)
}

/** `Chrome, Linux` of what a browser says of itself; other programs by the name they give. Here, so that it can be looked for. */
const browser = sql<string | null>`case when user_agent ~ '(Edg|OPR|Firefox|Chrome|Safari)/' then concat_ws(', ',
  case when user_agent ~ 'Edg/' then 'Edge' when user_agent ~ 'OPR/' then 'Opera' when user_agent ~ 'Firefox/' then 'Firefox'
    when user_agent ~ 'Chrome/' then 'Chrome' else 'Safari' end,
  case when user_agent ~ 'Android' then 'Android' when user_agent ~ 'iPhone|iPad' then 'iOS' when user_agent ~ 'Windows' then 'Windows'
    when user_agent ~ 'Mac OS' then 'macOS' when user_agent ~ 'Linux' then 'Linux' end)
  else user_agent end`

const order: Order<'createdAt' | 'expiresAt' | 'browser' | 'address'> = {
  id: 'id',
  newestFirst: true,
  keys: {
    createdAt: byTime('created_at'),
    expiresAt: byTime('expires_at'),
    browser: byText(browser),
    address: byText('address'),
  },
}

export function sessionsOf(db: Db, personId: string, now: Date, page: Page, q?: string) {
  let query = db
    .selectFrom('session')
    .select([
      'id',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'seen_at as seenAt',
      'address',
      'last_address as lastAddress',
      'user_agent as userAgent',
      'method',
      'factor_at as factorAt',
    ])
    .select(browser.as('browser'))
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
  if (q !== undefined) {
    const found = containing(q)
    query = query.where((eb) => eb.or([eb(browser, 'ilike', found), eb('address', 'ilike', found)]))
  }
  return sorted(query, page, order).execute()
}
