import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ScimClause } from '../../domain/identity/scim-filter.ts'
import { ScimRefusal } from '../../domain/identity/scim-refusal.ts'
import type { Database } from '../database/database.ts'

/** How rows are found by the attributes of the protocol, and what they are called in a refusal. */
export interface ScimRows {
  plural: string
  matches: Record<string, (value: string) => RawBuilder<boolean>>
}

/** One page of the rows that fulfil every clause, oldest first, and how many there are. */
export async function scimPage<Table extends keyof Database, Row>(
  all: SelectQueryBuilder<Database, Table, Row>,
  { plural, matches }: ScimRows,
  clauses: readonly ScimClause[],
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Row[]; total: number }> {
  let query = all
  for (const { attribute, value } of clauses) {
    const match = matches[attribute]
    if (match === undefined)
      throw new ScimRefusal(400, `${plural} cannot be filtered by ${attribute}.`, 'invalidFilter')
    query = query.where(match(value))
  }
  const [rows, counted] = await Promise.all([
    query.orderBy(sql.ref('id')).offset(offset).limit(limit).execute(),
    query
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: rows as Row[], total: (counted as { count: number }).count }
}
