import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** An erasure that is due because a policy system reported an anonymized account. */
export interface AccountErasure {
  eventId: string
  /** Null when the installation is gone. */
  tenantId: string | null
  variant: 'connected' | 'enterprise' | null
  organizationId: string | null
  /** The sealed event; null when it is gone, or when the report was for the platform alone. */
  body: Buffer | null
  /** The sealed account of a report that was for the platform alone. */
  account: Buffer | null
}

/** Reports of one installation that may wait at most. */
const MAX_WAITING = 10_000

/** Keeps a report that was for the platform alone; a repeat is kept once. False: too many of the installation wait already. */
export async function insertAccountReport(
  db: Db,
  row: {
    id: string
    organizationId: string
    installationId: string
    repeatKey: Buffer | null
    account: Buffer
    now: Date
  },
): Promise<boolean> {
  const { id, organizationId, installationId, repeatKey, account, now } = row
  const { rows } = await sql<{ waiting: number }>`
    with waiting as (
      select count(*)::int as count from (select from account_erasure
        where done_at is null and installation_id = ${installationId} limit ${MAX_WAITING}) as counted
    ), added as (
      insert into account_erasure (organization_id, event_id, installation_id, repeat_key, due_at, account)
      select ${organizationId}, ${id}, ${installationId}, ${repeatKey}::bytea, ${now}, ${account}::bytea from waiting
      where waiting.count < ${MAX_WAITING} and not exists (
        select from account_erasure where repeat_key = ${repeatKey}::bytea and installation_id = ${installationId})
      returning event_id
    ) select waiting.count as waiting, (select count(*) from added) from waiting`.execute(db)
  return (rows[0]?.waiting ?? 0) < MAX_WAITING
}

/** Takes some erasures that are due; nobody else takes them before the lease ends. */
export async function claimAccountErasures(
  db: Db,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<AccountErasure[]> {
  const { rows } = await sql<AccountErasure>`
    with claimed as (
      update account_erasure set due_at = ${new Date(now.getTime() + leaseMs)}
      where event_id in (
        select event_id from account_erasure where done_at is null and due_at <= ${now}
        order by due_at limit ${limit} for update skip locked
      ) returning event_id, installation_id, account
    )
    select claimed.event_id as "eventId", installation.tenant_id as "tenantId", tenant.variant as variant,
      installation.organization_id as "organizationId", event.body as body, claimed.account as account
    from claimed
      left join installation on installation.id = claimed.installation_id
      left join tenant on tenant.id = installation.tenant_id
      left join event on event.id = claimed.event_id`.execute(db)
  return rows
}

/** Keeps erasures from being taken by another worker for longer. */
export async function extendAccountErasures(db: Db, eventIds: readonly string[], until: Date): Promise<void> {
  await db
    .updateTable('account_erasure')
    .set({ due_at: until })
    .where('event_id', 'in', [...eventIds])
    .execute()
}

/** Whether the same event of the policy system was carried out already, for another app of the tenant. */
export async function isErased(db: Db, eventId: string, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found from account_erasure mine
      join account_erasure other on other.repeat_key = mine.repeat_key and other.carried_out
      join installation on installation.id = other.installation_id
    where mine.event_id = ${eventId} and installation.tenant_id = ${tenantId} limit 1`.execute(db)
  return rows.length > 0
}

/** Ends erasures. One whose account was not known any more was not carried out. */
export async function endAccountErasures(
  db: Db,
  eventIds: readonly string[],
  carriedOut: boolean,
  now: Date,
): Promise<void> {
  if (eventIds.length === 0) return
  await db
    .updateTable('account_erasure')
    .set({ done_at: now, account: null, carried_out: carriedOut })
    .where('event_id', 'in', [...eventIds])
    .execute()
}

/** Removes the bodies of reports that have reached their application: they name the account too. */
export async function purgeReports(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update event set body = null from account_erasure
    where account_erasure.event_id = event.id and account_erasure.done_at is not null
      and event.state <> 'WAITING' and event.body is not null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Forgets erasures that were carried out before this time, once their reports are gone. */
export async function pruneAccountErasures(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from account_erasure where event_id in (
      select account_erasure.event_id from account_erasure left join event on event.id = account_erasure.event_id
      where done_at < ${before} and event.body is null limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
