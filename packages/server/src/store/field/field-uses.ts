import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import type { Pool } from '../database/pool.ts'
import { byNumber, byText, containing, type Order, sorted } from '../database/sorted.ts'

/** What was seen of an installation and release on a day. The empty name stands for names beyond the bounds. */
export interface FieldUses {
  organizationId: string
  installationId: string
  releaseId: string
  /** `YYYY-MM-DD`, in UTC. */
  day: string
  fields: { name: string; sent: number; changed: number; unread: number }[]
}

/** Adds what was seen. Names beyond the most that are kept for an installation and day are counted under the empty name. */
export async function addFieldUses(pool: Pool, uses: FieldUses, mostNames: number): Promise<void> {
  await pool.query({
    name: 'add_field_uses',
    text: `with given as (select * from jsonb_to_recordset($4::jsonb) as (name text, sent bigint, changed bigint, unread bigint)),
      known as (select name from field_use where installation_id = $1 and release_id = $2 and day = $3::date),
      room as (select greatest(0, $5::int - count(*)) as left from field_use
        where installation_id = $1 and day = $3::date and name <> ''),
      fresh as (select name from given where name <> '' and name not in (select name from known)
        order by name limit (select "left" from room)),
      kept as (
        select case when name in (select name from known union all select name from fresh) then name else '' end as name,
          sum(sent) as sent, sum(changed) as changed, sum(unread) as unread
        from given group by 1)
      insert into field_use (organization_id, installation_id, release_id, day, name, sent, changed, unread)
      select $6, $1, $2, $3::date, name, sent, changed, unread from kept order by name
      on conflict (installation_id, day, release_id, name, organization_id) do update set sent = field_use.sent + excluded.sent,
        changed = field_use.changed + excluded.changed, unread = field_use.unread + excluded.unread`,
    values: [
      uses.installationId,
      uses.releaseId,
      uses.day,
      JSON.stringify(uses.fields),
      mostNames,
      uses.organizationId,
    ],
  })
}

export interface FieldUse {
  name: string
  day: string
  releaseId: string
  version: string
  sent: number
  changed: number
}

export interface FieldFilter {
  installationId: string
  /** Words that the name contains. */
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  changed?: boolean | undefined
}

function within({ installationId, from, to }: FieldFilter) {
  return sql`field_use.installation_id = ${installationId} and day >= ${from ?? '0001-01-01'}::date and day <= ${to ?? '9999-12-31'}::date`
}

const order: Order<'day' | 'name' | 'sent' | 'changed'> = {
  id: sql`to_char(field_use.day, 'YYYY-MM-DD') || '/' || field_use.release_id || '/' || md5(field_use.name)`,
  newestFirst: true,
  keys: {
    day: 'id',
    name: byText('field_use.name'),
    sent: byNumber('field_use.sent'),
    changed: byNumber('field_use.changed'),
  },
}

/** What `order` calls the id of a row. */
export function fieldCursor({ day, releaseId, name }: FieldUse): string {
  return `${day}/${releaseId}/${createHash('md5').update(name).digest('hex')}`
}

/** Fields of an installation, latest day first, one more than the page holds. */
export function fieldUses(db: Db, filter: FieldFilter, page: Page): Promise<FieldUse[]> {
  const { q, changed } = filter
  let query = db
    .selectFrom('field_use')
    .leftJoin('release', 'release.id', 'field_use.release_id')
    .select([
      'field_use.name as name',
      sql<string>`to_char(field_use.day, 'YYYY-MM-DD')`.as('day'),
      'field_use.release_id as releaseId',
      sql<string>`coalesce(release.version, '')`.as('version'),
      sql<number>`field_use.sent::float8`.as('sent'),
      sql<number>`field_use.changed::float8`.as('changed'),
    ])
    .where(sql<boolean>`${within(filter)}`)
    .where('field_use.name', '!=', '')
  if (q !== undefined) query = query.where('field_use.name', 'ilike', containing(q))
  if (changed !== undefined) query = query.where('field_use.changed', changed ? '>' : '=', 0)
  return sorted(query, page, order).execute()
}

/** What was beyond the bounds. */
export async function fieldOverflow(
  db: Db,
  filter: FieldFilter,
): Promise<{ sent: number; changed: number; unread: number }> {
  const { rows } = await sql<{ sent: number; changed: number; unread: number }>`
    select coalesce(sum(sent), 0)::float8 as sent, coalesce(sum(changed), 0)::float8 as changed,
      coalesce(sum(unread), 0)::float8 as unread
    from field_use where ${within(filter)} and name = ''`.execute(db)
  return rows[0] ?? { sent: 0, changed: 0, unread: 0 }
}

/** How many different fields an installation's app was sent and changed since a day. */
export async function countFields(
  db: Db,
  installationId: string,
  from: string,
): Promise<{ sent: number; changed: number; overflow: boolean }> {
  const { rows } = await sql<{ sent: number; changed: number; overflow: boolean }>`
    select count(distinct name) filter (where name <> '' and sent > 0)::int as sent,
      count(distinct name) filter (where name <> '' and changed > 0)::int as changed,
      coalesce(bool_or(name = ''), false) as overflow
    from field_use where ${within({ installationId, from })}`.execute(db)
  return rows[0] ?? { sent: 0, changed: 0, overflow: false }
}

/** Deletes a small batch of old rows. */
export async function pruneFieldUses(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from field_use
    where ctid = any (array(select ctid from field_use where day < ${before}::date limit ${limit}))`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
