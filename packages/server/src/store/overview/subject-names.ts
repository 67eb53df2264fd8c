import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { installationNames } from '../installation/installation-names.ts'
import type { AuditRow } from '../platform/audits.ts'

/**
 * Kinds of things whose row holds what people call them, and the column that does. People are not among them: an organization that
 * somebody left does not learn the address they have today.
 */
const named = { tenant: 'name', listing: 'title', organization: 'title' } as const

/** What the subjects of audit rows are called now, by id. What has no name, or is gone, is left out. */
export async function subjectNames(db: Db, subjects: readonly AuditRow['subject'][]): Promise<Map<string, string>> {
  const idsOf = (kind: string) => [...new Set(subjects.filter((one) => one.kind === kind).map(({ id }) => id))]
  const tables = Object.keys(named) as (keyof typeof named)[]
  const found = await Promise.all([
    installationNames(db, idsOf('installation')),
    ...tables.map((table) => namesIn(db, table, idsOf(table))),
  ])
  return new Map(found.flatMap((names) => [...names]))
}

async function namesIn(db: Db, table: keyof typeof named, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const query = db.selectFrom(table).select(['id', sql.ref<string>(named[table]).as('name')])
  return new Map((await query.where('id', 'in', ids).execute()).map(({ id, name }) => [id, name]))
}
