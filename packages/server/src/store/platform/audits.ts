import { formerActions } from '@mkt/contract/api'
import { type Selectable, sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import { firstPartAt } from '../../lib/ids.ts'
import type { Database, Db } from '../database/database.ts'
import { beginning, byText, type Order, sorted } from '../database/sorted.ts'

export interface AuditRow {
  id: string
  at: Date
  organizationId: string | null
  actor: { kind: string; id: string; label: string }
  address: string | null
  requestId: string | null
  action: string
  subject: { kind: string; id: string }
  details: Record<string, unknown>
}

/** Rows of one statement: far below the 65,535 parameters that the database takes. */
const AT_ONCE = 1_000

export async function insertAudits(db: Db, rows: readonly AuditRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const values = rows.slice(from, from + AT_ONCE).map((row) => ({
      id: row.id,
      at: row.at,
      organization_id: row.organizationId,
      actor_kind: row.actor.kind,
      actor_id: row.actor.id,
      actor_label: row.actor.label,
      address: row.address,
      request_id: row.requestId,
      action: row.action,
      subject_kind: row.subject.kind,
      subject_id: row.subject.id,
      details: JSON.stringify(row.details),
    }))
    await db.insertInto('audit').values(values).execute()
  }
}

export interface AuditFilter {
  /** One organization's rows; null for the whole platform. */
  organizationId: string | null
  action?: string | undefined
  actor?: string | undefined
  subject?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const order: Order<'at' | 'action' | 'actor'> = {
  id: 'id',
  newestFirst: true,
  keys: { at: 'id', action: byText('action'), actor: byText('actor_label') },
}

export async function listAudit(db: Db, filter: AuditFilter, page: Page): Promise<AuditRow[]> {
  let query = db.selectFrom('audit').selectAll()
  if (filter.organizationId !== null) query = query.where('organization_id', '=', filter.organizationId)
  const { action } = filter
  if (action !== undefined) {
    const former = Object.keys(formerActions).filter((name) => formerActions[name]?.startsWith(action))
    query = query.where((eb) => eb.or([eb('action', 'like', beginning(action)), eb('action', 'in', ['', ...former])]))
  }
  const { actor } = filter
  if (actor !== undefined)
    query = query.where((eb) => eb.or([eb('actor_id', '=', actor), eb('actor_label', 'ilike', beginning(actor))]))
  if (filter.subject !== undefined) query = query.where('subject_id', '=', filter.subject)
  if (filter.from !== undefined) query = query.where('at', '>=', new Date(filter.from))
  if (filter.to !== undefined) query = query.where('at', '<', new Date(filter.to))
  const rows: (Selectable<Database['audit']> & { sortKey?: string })[] = await sorted(query, page, order).execute()
  return rows.map((row) => ({ ...(row.sortKey === undefined ? {} : { sortKey: row.sortKey }), ...auditRowOf(row) }))
}

/** Rows of the whole platform after one of them that were written before a moment, oldest first. */
export async function auditAfter(db: Db, id: string, before: Date, limit: number): Promise<AuditRow[]> {
  const query = db.selectFrom('audit').selectAll().where('id', '>', id).where('at', '<', before)
  return (await query.orderBy('id').limit(limit).execute()).map(auditRowOf)
}

/**
 * Removes rows that were written before a moment, oldest first and none after `upTo`; returns how many. The range of ids ends the look at the
 * moment: the rest of a long audit is not read. The clock of the database decides about the last of its days, as it does where it refuses.
 */
export async function deleteAudits(
  db: Db,
  { before, upTo }: { before: Date; upTo: string | undefined },
  limit: number,
) {
  let old = db
    .selectFrom('audit')
    .select('id')
    .where('id', '<', `aud_${firstPartAt(before)}`)
    .where('at', '<', sql<Date>`least(${before}::timestamptz, now() - interval '30 days')`)
  if (upTo !== undefined) old = old.where('id', '<=', upTo)
  const { numDeletedRows } = await db
    .deleteFrom('audit')
    .where('id', 'in', old.orderBy('id').limit(limit))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function auditRowOf(row: Selectable<Database['audit']>): AuditRow {
  return {
    id: row.id,
    at: row.at,
    organizationId: row.organization_id,
    actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label },
    address: row.address,
    requestId: row.request_id,
    action: formerActions[row.action] ?? row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    details: row.details,
  }
}
