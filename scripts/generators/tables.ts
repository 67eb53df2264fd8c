import pg from 'pg'
import { startTestCluster } from '../../packages/server/src/testing/database/cluster.ts'
import { type Generator, generatedBy, table } from './generator.ts'

interface Column {
  table: string
  name: string
  type: string
  required: boolean
  fallback: string | null
}

interface Statement {
  table: string
  text: string
}

const columns = `
  select c.oid::regclass::text as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as fallback
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
  order by 1, a.attnum`

const constraints = `
  select conrelid::regclass::text as table, pg_get_constraintdef(oid) as text
  from pg_constraint where contype in ('p', 'u', 'f', 'c', 'x') and conparentid = 0 and conrelid <> 0
  order by 1, contype = 'p' desc, conname`

const indexes = `
  select i.indrelid::regclass::text as table, regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE ', '') as text
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where not c.relispartition and not exists (select from pg_constraint where conindid = i.indexrelid)
  order by 1, c.relname`

/** What the migrations make, asked of a database they were applied to. */
async function makeTables(): Promise<string> {
  const { cluster, stop } = await startTestCluster()
  const { host, port, user, template } = cluster
  const client = new pg.Client({ host, port, user, database: template })
  try {
    await client.connect()
    const found = (await client.query<Column>(columns)).rows
    const rules = [
      ...(await client.query<Statement>(constraints)).rows,
      ...(await client.query<Statement>(indexes)).rows,
    ]
    const names = [...new Set(found.map((column) => column.table))]
    return [
      generatedBy,
      '# Tables',
      '',
      'As the migrations in `packages/server/src/store/database/migrations` leave them.',
      ...names.flatMap((name) => section(name, found, rules)),
    ].join('\n')
  } finally {
    await client.end()
    await stop()
  }
}

function section(name: string, found: readonly Column[], rules: readonly Statement[]): string[] {
  const rows = found
    .filter((column) => column.table === name)
    .map((column) => [
      `\`${column.name}\``,
      column.type,
      column.required ? '' : 'may be null',
      column.fallback === null ? '' : `\`${column.fallback}\``,
    ])
  const own = rules.filter((rule) => rule.table === name && isSchemaText(rule.text)).map((rule) => `- \`${rule.text}\``)
  return ['', `## ${name}`, '', table(['column', 'type', '', 'default'], rows), ...(own.length > 0 ? ['', ...own] : [])]
}

/** "Not null" is in the table already. */
const isSchemaText = (text: string) => !text.startsWith('NOT NULL')

export const generators: Generator[] = [{ file: 'docs/reference/tables.md', make: makeTables }]
