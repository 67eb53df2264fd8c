import type { MailTopic } from '@mkt/contract/api'
import { sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import { firstPartAt } from '../../lib/ids.ts'
import type { Db } from '../database/database.ts'
import { byText, containing, type Order, sorted } from '../database/sorted.ts'

export interface Notification {
  id: string
  personId: string
  organizationId: string | null
  kind: string
  title: string
  text: string
  link: string | null
  createdAt: Date
  readAt: Date | null
}

export async function insertNotifications(db: Db, rows: readonly Omit<Notification, 'readAt'>[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => ({
    id: row.id,
    person_id: row.personId,
    organization_id: row.organizationId,
    kind: row.kind,
    title: row.title,
    text: row.text,
    link: row.link,
    created_at: row.createdAt,
  }))
  await db.insertInto('notification').values(values).execute()
}

const order: Order<'createdAt' | 'title'> = {
  id: 'id',
  newestFirst: true,
  keys: { createdAt: 'id', title: byText('title') },
}

export function notificationsOf(
  db: Db,
  personId: string,
  filter: { unread: boolean; q?: string | undefined },
  page: Page,
): Promise<Notification[]> {
  let query = db
    .selectFrom('notification')
    .select([
      'id',
      'person_id as personId',
      'organization_id as organizationId',
      'kind',
      'title',
      'text',
      'link',
      'created_at as createdAt',
      'read_at as readAt',
    ])
    .where('person_id', '=', personId)
  const { unread, q } = filter
  if (unread) query = query.where('read_at', 'is', null)
  if (q !== undefined) {
    const found = containing(q)
    query = query.where((eb) => eb.or([eb('title', 'ilike', found), eb('text', 'ilike', found)]))
  }
  return sorted(query, page, order).execute()
}

export async function unreadCount(db: Db, personId: string): Promise<number> {
  const row = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Marks one notification, or all of a person, as read. */
export async function markRead(db: Db, personId: string, id: string | null, now: Date): Promise<number> {
  let query = db.updateTable('notification').set({ read_at: now }).where('person_id', '=', personId)
  query = id === null ? query.where('read_at', 'is', null) : query.where('id', '=', id)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

export interface Unmailed {
  id: string
  kind: string
  email: string
  /** What its person wants no mail about. */
  noMailAbout: MailTopic[]
  title: string
  text: string
  link: string | null
}

/**
 * Takes notifications for mailing. They are held for a while, so that no two processes mail one; what is neither marked
 * as mailed nor given back by then was held by a process that died, and is taken again.
 */
export async function takeUnmailed(
  db: Db,
  when: { now: Date; since: Date; until: Date },
  limit: number,
): Promise<Unmailed[]> {
  const { rows } = await sql<Unmailed>`
    update notification set mail_lease_until = ${when.until} from person
    where notification.id in (
      select id from notification where mailed_at is null and id >= ${`ntf_${firstPartAt(when.since)}`}
        and (mail_lease_until is null or mail_lease_until < ${when.now})
      order by id limit ${limit} for update skip locked)
      and person.id = notification.person_id
    returning notification.id, notification.kind, person.email, person.no_mail_about as "noMailAbout",
      notification.title, notification.text, notification.link`.execute(db)
  return rows
}

/** Nothing is mailed about it any more: it was, or its person wants no mail about it. */
export async function markMailed(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('notification').set({ mailed_at: now }).where('id', '=', id).execute()
}

/** Removes notifications that were made before a moment, oldest first; returns how many. Ids begin with their time. */
export async function pruneNotifications(db: Db, before: Date, limit: number): Promise<number> {
  const old = db
    .selectFrom('notification')
    .select('id')
    .where('id', '<', `ntf_${firstPartAt(before)}`)
    .orderBy('id')
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('notification').where('id', 'in', old).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function giveBackNotifications(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('notification')
    .set({ mail_lease_until: null })
    .where('id', 'in', [...ids])
    .execute()
}
