import type pg from 'pg'

interface Table {
  schema: string
  table: string
  columns: { name: string; type: string }[]
}

/**
 * Looks for a planted text in every column of every table, as text and as bytes, plain, in base64 and in hexadecimal. Returns the
 * columns where it was found: an empty list is what a test wants to see.
 */
export async function scanDatabase(pool: pg.Pool, planted: string): Promise<string[]> {
  const tables = await pool.query<Table>(
    `select table_schema as schema, table_name as table,
       json_agg(json_build_object('name', column_name, 'type', data_type) order by column_name) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
     group by table_schema, table_name order by table_schema, table_name`,
  )
  const bytes = Buffer.from(planted)
  const needles = [bytes, Buffer.from(bytes.toString('base64').replace(/=+$/, '')), Buffer.from(bytes.toString('hex'))]
  const found: string[] = []
  for (const { schema, table, columns } of tables.rows) {
    // One statement for a table: one for each of a thousand columns would be most of the time of a test.
    const looks = columns.map(({ name, type }) => `bool_or(${holdsNeedle(name, type)}) as "${name}"`)
    const { rows } = await pool.query<Record<string, boolean | null>>(
      `select ${looks.join(', ')} from "${schema}"."${table}"`,
      needles,
    )
    const place = schema === 'public' ? table : `${schema}.${table}`
    found.push(...columns.filter(({ name }) => rows[0]?.[name] === true).map(({ name }) => `${place}.${name}`))
  }
  return found
}

function holdsNeedle(column: string, type: string): string {
  const value = type === 'bytea' ? `"${column}"` : `convert_to("${column}"::text, 'UTF8')`
  return [1, 2, 3].map((needle) => `position($${needle}::bytea in ${value}) > 0`).join(' or ')
}
