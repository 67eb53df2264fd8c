import { sql } from 'kysely'
import type { DatabaseFacts } from '../../domain/platform/diagnosis.ts'
import type { Db } from '../database/database.ts'
import type { Applied } from '../database/missing-migrations.ts'

/** What the self-check wants to know of the database server. */
export async function databaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`select
      current_setting('server_version_num')::int as version,
      (select json_object_agg(name, setting) from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit',
        'max_connections', 'server_encoding', 'shared_buffers', 'work_mem', 'wal_level', 'statement_timeout')) as settings,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as tls,
      clock_timestamp() as now,
      case when to_regclass('data_key') is null then '[]'::json
        else (select coalesce(json_agg(distinct master_key_id), '[]') from data_key) end as "masterKeys"`.execute(db)
  const [facts] = rows
  if (facts === undefined) throw new Error('The database tells nothing of itself.')
  return facts
}

/** Providers that organizations or the platform sign in with, each once. */
export async function ssoIssuers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('sso_connection').select('issuer').distinct().orderBy('issuer').execute()
  return rows.map(({ issuer }) => issuer)
}

/** What was applied to this database. */
export async function appliedMigrations(db: Db): Promise<Applied[]> {
  const { rows } = await sql<Applied>`select number, name, checksum,
      coalesce((to_jsonb(schema_migration) ->> 'compatible')::boolean, false) as compatible
    from schema_migration order by number`.execute(db)
  return rows
}
