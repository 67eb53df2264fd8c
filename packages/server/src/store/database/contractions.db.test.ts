import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { contractions } from './contractions.ts'

const { pool } = await testDatabase()

/** What a trigger is for in every release. */
const STAYS = ['trigger audit_append_only on audit', 'function audit_is_append_only']

/** Everything in the schema that stands there for processes of a former release, by the names that such things have. */
const SCHEMA = `
  select 'index' as kind, indexname::text as name, tablename::text as "table" from pg_indexes
    where schemaname = 'public' and indexname like '%\\_former'
  union all select 'trigger', tgname::text, tgrelid::regclass::text from pg_trigger where not tgisinternal
  union all select 'function', proname::text, null from pg_proc where pronamespace = 'public'::regnamespace
    and prorettype = 'trigger'::regtype
  union all select 'default', attname::text, adrelid::regclass::text from pg_attrdef
    join pg_attribute on attrelid = adrelid and attnum = adnum where attname = 'organization_id'`

it('every index, trigger and default for the former release is on the list, and the list has nothing else', async () => {
  const { rows } = await pool.query<{ kind: string; name: string; table: string | null }>(SCHEMA)
  const line = ({ kind, name, table }: { kind: string; name: string; table?: string | null }) =>
    `${kind} ${name}${table ? ` on ${table}` : ''}`
  expect(rows.map(line).sort()).toEqual([...contractions.map(line), ...STAYS].sort())
})
