import type pg from 'pg'

/**
 * Looks for a planted text in every column of every table, as text and as bytes, plain, in base64 and in hexadecimal. Returns the
 * columns where it was found: an empty list is what a test wants to see.
 */
export async function scanDatabase(pool: pg.Pool, planted: string): Promise<string[]> {
  const columns = await pool.query<{ schema: string; table: string; column: string; type: string }>(
    `select table_schema as schema, table_name as table, column_name as column, data_type as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
     order by table_schema, table_name, column_name`,
  )
  const bytes = Buffer.from(planted)
  const needles = [bytes, Buffer.from(bytes.toString('base64').replace(/=+$/, '')), Buffer.from(bytes.toString('hex'))]
  const found: string[] = []
  for (const { schema, table, column, type } of columns.rows) {
    const value = type === 'bytea' ? `"${column}"` : `convert_to("${column}"::text, 'UTF8')`
    const hits = await pool.query(
      `select 1 from "${schema}"."${table}" where position($1::bytea in ${value}) > 0 or position($2::bytea in ${value}) > 0 or position($3::bytea in ${value}) > 0 limit 1`,
      needles,
    )
    if (hits.rows.length > 0) found.push(schema === 'public' ? `${table}.${column}` : `${schema}.${table}.${column}`)
  }
  return found
}
