import { sql } from 'kysely'
import type { TunnelFacts } from '../../domain/route/tunnel.ts'
import type { Db } from '../database/database.ts'
import type { Tunnel } from './tunnels.ts'

export function tunnelFacts(db: Db, installationId: string): Promise<TunnelFacts | undefined> {
  return db
    .selectFrom('installation')
    .innerJoin('listing', 'listing.id', 'installation.listing_id')
    .innerJoin('organization', 'organization.id', 'installation.organization_id')
    .select([
      'installation.id as installationId',
      'installation.organization_id as organizationId',
      'listing.organization_id as publisherId',
      'installation.test as test',
      'installation.state as state',
      sql<boolean>`organization.disabled_at is not null`.as('disabled'),
    ])
    .where('installation.id', '=', installationId)
    .executeTakeFirst()
}

/** Whether what opened a tunnel still may: the session, or the key with that secret, lives, and the person is still one who builds. */
export async function isTunnelOpenerValid(
  db: Db,
  {
    sessionId,
    apiKeyId,
    secretHash,
    organizationId,
  }: Pick<Tunnel, 'sessionId' | 'apiKeyId' | 'secretHash' | 'organizationId'>,
  now: Date,
): Promise<boolean> {
  if (apiKeyId !== null) {
    const key = await db
      .selectFrom('api_key')
      .select('secret_hash as secretHash')
      .where('id', '=', apiKeyId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return key !== undefined && (secretHash === null || secretHash.equals(key.secretHash))
  }
  const member = await db
    .selectFrom('session')
    .innerJoin('member', 'member.person_id', 'session.person_id')
    .select('session.id')
    .where('session.id', '=', sessionId)
    .where('session.expires_at', '>', now)
    .where('member.organization_id', '=', organizationId)
    .where('member.role', 'in', ['owner', 'admin', 'developer'])
    .executeTakeFirst()
  return member !== undefined
}
