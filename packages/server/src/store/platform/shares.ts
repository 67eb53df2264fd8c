import { limits } from '@mkt/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'

interface Counted {
  most: number
  /** The rows that count for a party. */
  rows: (party: string, now: Date) => RawBuilder<unknown>
}

/** What a person or an organization makes by asking for it, and how much of it each may have. */
const shares = {
  organizations: {
    most: limits.organizations.value,
    rows: (person) => sql`member where person_id = ${person} and role = 'owner'`,
  },
  listings: { most: limits.listings.value, rows: (of) => sql`listing where organization_id = ${of}` },
  tenants: { most: limits.tenants.value, rows: (of) => sql`tenant where organization_id = ${of}` },
  installations: {
    most: limits.installations.value,
    rows: (of) => sql`installation where organization_id = ${of} and state <> 'UNINSTALLED'`,
  },
  apiKeys: {
    most: limits.apiKeys.value,
    rows: (of) => sql`api_key where organization_id = ${of} and revoked_at is null`,
  },
  invitations: {
    most: limits.invitations.value,
    rows: (of, now) => sql`one_time_link
      where organization_id = ${of} and kind = 'invitation' and used_at is null and expires_at > ${now}`,
  },
  resetLinks: {
    most: limits.resetLinks.value,
    rows: (person, now) => sql`one_time_link
      where person_id = ${person} and kind = 'password' and used_at is null
        and created_at > ${new Date(now.getTime() - 3_600_000)}`,
  },
  tunnelsOfPerson: {
    most: limits.tunnelsOfPerson.value,
    rows: (person) => sql`tunnel left join session on session.id = tunnel.session_id
      left join api_key on api_key.id = tunnel.api_key_id
      where coalesce(session.person_id, api_key.created_by) = ${person}`,
  },
  signingKeys: {
    most: limits.signingKeys.value,
    rows: (of) => sql`publisher_key where organization_id = ${of} and retired_at is null`,
  },
  ssoDomains: { most: limits.ssoDomains.value, rows: (of) => sql`sso_domain where organization_id = ${of}` },
  alertRules: { most: limits.alertRules.value, rows: (of) => sql`alert_rule where organization_id = ${of}` },
} as const satisfies Record<string, Counted>

export type Share = keyof typeof shares

const OF_PERSONS: ReadonlySet<Share> = new Set(['organizations', 'resetLinks', 'tunnelsOfPerson'])

/**
 * Whether a party has all of its share. Those who make one more wait for each other until the transaction ends: two at once would
 * each find room for one.
 */
export async function isShareTaken(trx: Trx, share: Share, party: string, now: Date): Promise<boolean> {
  const { most, rows }: Counted = shares[share]
  const holder = sql.table(OF_PERSONS.has(share) ? 'person' : 'organization')
  await sql`select from ${holder} where id = ${party} for no key update`.execute(trx)
  const counted = await sql<{ count: number }>`select count(*)::int as count
    from (select from ${rows(party, now)} limit ${most}) as counted`.execute(trx)
  return (counted.rows[0]?.count ?? 0) >= most
}
