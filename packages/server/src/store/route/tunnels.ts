import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

export interface Tunnel {
  id: string
  installationId: string
  organizationId: string
  openedBy: string
  /** What proved who opened it: a session of a person, or an API key. */
  sessionId: string | null
  apiKeyId: string | null
  /** The secret of the key that it was opened with. */
  secretHash: Buffer | null
  /** Whose session it is. */
  personId: string | null
  /** The process that holds the connection; null before there is one. */
  address: string | null
  connectedAt: Date | null
  leaseUntil: Date
}

function tunnels(db: Db) {
  return db
    .selectFrom('tunnel')
    .leftJoin('session', 'session.id', 'tunnel.session_id')
    .select([
      'tunnel.id as id',
      'installation_id as installationId',
      'tunnel.organization_id as organizationId',
      'opened_by as openedBy',
      'session_id as sessionId',
      'tunnel.api_key_id as apiKeyId',
      'tunnel.secret_hash as secretHash',
      'person_id as personId',
      'tunnel.address as address',
      'connected_at as connectedAt',
      'lease_until as leaseUntil',
    ])
}

export function tunnelOf(db: Db, installationId: string): Promise<Tunnel | undefined> {
  return tunnels(db).where('installation_id', '=', installationId).executeTakeFirst()
}

export function tunnelByTicket(db: Db, ticketHash: Buffer): Promise<Tunnel | undefined> {
  return tunnels(db).where('ticket_hash', '=', ticketHash).executeTakeFirst()
}

export async function expiredTunnels(db: Db, now: Date): Promise<string[]> {
  const rows = await db.selectFrom('tunnel').select('id').where('lease_until', '<', now).limit(100).execute()
  return rows.map(({ id }) => id)
}

export async function countTunnels(trx: Trx, organizationId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('tunnel')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Puts a tunnel that waits to be connected in the place of the one that was there. */
export async function putTunnel(
  trx: Trx,
  tunnel: Omit<Tunnel, 'address' | 'connectedAt' | 'personId'> & { ticketHash: Buffer; now: Date },
): Promise<void> {
  await trx.deleteFrom('tunnel').where('installation_id', '=', tunnel.installationId).execute()
  await trx
    .insertInto('tunnel')
    .values({
      id: tunnel.id,
      installation_id: tunnel.installationId,
      organization_id: tunnel.organizationId,
      opened_by: tunnel.openedBy,
      session_id: tunnel.sessionId,
      api_key_id: tunnel.apiKeyId,
      secret_hash: tunnel.secretHash,
      ticket_hash: tunnel.ticketHash,
      address: null,
      opened_at: tunnel.now,
      connected_at: null,
      lease_until: tunnel.leaseUntil,
    })
    .execute()
}

/** Says which process holds the connection; false where the ticket was used already. */
export async function setTunnelAddress(
  trx: Trx,
  id: string,
  address: string,
  now: Date,
  leaseUntil: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tunnel')
    .set({ address, connected_at: now, lease_until: leaseUntil })
    .where('id', '=', id)
    .where('connected_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function extendTunnel(db: Db, id: string, leaseUntil: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tunnel')
    .set({ lease_until: leaseUntil })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes a tunnel, with `before` only if nobody renewed it since; undefined where it is gone already. */
export function deleteTunnel(
  trx: Trx,
  id: string,
  before?: Date,
): Promise<Pick<Tunnel, 'installationId' | 'organizationId'> | undefined> {
  let query = trx.deleteFrom('tunnel').where('id', '=', id)
  if (before !== undefined) query = query.where('lease_until', '<', before)
  return query.returning(['installation_id as installationId', 'organization_id as organizationId']).executeTakeFirst()
}
