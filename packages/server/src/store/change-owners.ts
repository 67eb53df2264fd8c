import { sql } from 'kysely'
import type { Db } from './database.ts'

export interface ChangeOwner {
  organizationIds: string[]
  /** Everyone signed in may know of it. */
  shared: boolean
}

const queries: Record<string, string> = {
  listing: `select array[organization_id] as ids, state = 'PUBLIC' as shared from listing where id = $1`,
  release: `select array[l.organization_id] as ids, l.state = 'PUBLIC' as shared from release r join listing l on l.id = r.listing_id where r.id = $1`,
  review: `select array[l.organization_id] as ids, false as shared from review r join listing l on l.id = r.listing_id where r.id = $1`,
  deployment: `select array[l.organization_id] as ids, false as shared from deployment d join listing l on l.id = d.listing_id where d.id = $1`,
  installation: `select array[organization_id] as ids, false as shared from installation where id = $1`,
  delivery: `select array[organization_id] as ids, false as shared from installation where id = $1`,
  tenant: `select array[organization_id] as ids, false as shared from tenant where id = $1`,
}

/** The topics that people may follow. */
export const followedTopics = [...Object.keys(queries), 'notification']

/** Whose thing a change is about, or undefined when it is gone or nobody's to know. */
export async function changeOwner(db: Db, topic: string, id: string): Promise<ChangeOwner | undefined> {
  const text = queries[topic]
  if (text === undefined) return undefined
  const [before = '', after = ''] = text.split('$1')
  const result = await sql<{ ids: string[]; shared: boolean | null }>`${sql.raw(before)}${id}${sql.raw(after)}`.execute(
    db,
  )
  const row = result.rows[0]
  return row === undefined ? undefined : { organizationIds: row.ids, shared: row.shared === true }
}
