import type pg from 'pg'

/** Pages of a table that one batch looks at: 512 KB, a few thousand rows at most, so that those who write to them wait a fraction of a second. */
const PAGES = 64
/** How often the table is gone through: somebody who writes rows that have to be filled must not keep a migration busy without end. */
const PASSES = 3

const FILL = /^(?:update (\w+) set .*? where|delete from (\w+) where) (.*)$/is

/** The table whose rows the statement fills or removes; undefined for one that cannot run in batches. */
export function batchTable(statement: string): string | undefined {
  const [, updated, emptied, condition = ''] = FILL.exec(withoutParentheses(statement)) ?? []
  return /\bor\b/i.test(condition) ? undefined : (updated ?? emptied)
}

function withoutParentheses(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, '')
  return shorter === text ? text : withoutParentheses(shorter)
}

/**
 * Runs the statement over a table part by part, each in a transaction of its own: its rows are locked for a moment, and its log is written and
 * vacuumed away meanwhile. A row that others move meanwhile may be missed, so the table is gone through again until nothing was left to do. The
 * statement runs once as a whole afterwards: one row that moved at the last moment would do harm.
 */
export async function runBatches(
  client: pg.Client,
  statement: string,
  patiently: (work: () => Promise<void>) => Promise<void>,
  pages = PAGES,
): Promise<void> {
  const table = batchTable(statement)
  if (table === undefined) throw new Error(`This cannot run in batches: ${statement}`)
  const batch = `${statement} and ${table}.ctid >= $1::tid and ${table}.ctid < $2::tid`
  // Rows of another table are looked up: a plan that reads all of it would do so for every batch.
  await client.query('set enable_hashjoin = off; set enable_mergejoin = off')
  for (let pass = 0, changed = 1; changed > 0 && pass < PASSES; pass += 1) {
    const { parts, end } = await sizeOf(client, table)
    // A batch takes the same pages of every partition.
    const step = Math.max(1, Math.floor(pages / Math.max(parts, 1)))
    changed = 0
    for (let first = 0; first < end; first += step)
      await patiently(async () => {
        const { rowCount } = await client.query(batch, [`(${first},0)`, `(${first + step},0)`])
        changed += rowCount ?? 0
      })
  }
  await client.query('reset enable_hashjoin; reset enable_mergejoin')
}

/** How many partitions the table has, and the pages of the longest. One without partitions has no tree: it is its only part. */
async function sizeOf(client: pg.Client, table: string): Promise<{ parts: number; end: number }> {
  const { rows } = await client.query<{ parts: number; end: number }>(
    `select count(*)::int as parts, coalesce(max(pg_relation_size(relid)) / current_setting('block_size')::int, 0)::int as end
    from (select relid from pg_partition_tree($1::regclass) where isleaf
      union select oid from pg_class where oid = $1::regclass and relkind = 'r') as part`,
    [table],
  )
  return rows[0] ?? { parts: 0, end: 0 }
}
