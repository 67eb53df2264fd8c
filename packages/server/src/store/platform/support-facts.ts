import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

type Row = Record<string, string | number | null>

/** Tables by size, statements that run long, and what failed within a day; counts and codes, never a value that somebody entered. */
export interface SupportFacts {
  server: string
  tables: Row[]
  running: Row[]
  slowest: Row[] | string
  failedAttempts: Row[]
  failedCalls: Row[]
  installationsInError: Row[]
  deployments: Row[]
}

const tables = sql<Row>`select relname as table, n_live_tup::float8 as rows, n_dead_tup::float8 as dead,
    pg_total_relation_size(relid)::float8 as bytes, last_autovacuum::text as "lastVacuum"
  from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit 40`

/** Only our own connections, and statements without the values that stand in them. */
const running = sql<Row>`select application_name as name, state, wait_event_type as "waitsFor", wait_event as "waitsOn",
    extract(epoch from now() - query_start)::float8 as seconds, ${withoutValues('query')} as statement
  from pg_stat_activity where datname = current_database() and application_name like 'mkt%' and pid <> pg_backend_pid()
  order by query_start limit 50`

const slowest = sql<Row>`select calls::float8 as calls, mean_exec_time as "meanMs", max_exec_time as "maxMs",
    ${withoutValues('query')} as statement
  from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
  order by total_exec_time desc limit 30`

const failedAttempts = sql<Row>`select coalesce(status::text, split_part(error, ':', 1)) as outcome, count(*)::float8 as count,
    max(at)::text as last
  from (select status, error, at from attempt where at > now() - interval '1 day' and (status is null or status >= 300)
    order by id desc limit 50000) as failed
  group by 1 order by 2 desc limit 50`

const failedCalls = sql<Row>`select coalesce(code, status::text) as outcome, kind, count(*)::float8 as count, max(at)::text as last
  from (select code, status, kind, at from call where at > now() - interval '1 day' and not test and (code is not null or status >= 500)
    order by at desc limit 50000) as failed
  group by 1, 2 order by 3 desc limit 50`

const installationsInError = sql<Row>`select installation.id, listing.name as app, installation.step, installation.step_tries as tries,
    installation.updated_at::text as since
  from installation join listing on listing.id = installation.listing_id
  where installation.state = 'ERROR' order by installation.updated_at desc limit 50`

const deployments = sql<Row>`select deployment.id, listing.name as app, deployment.state, deployment.restarts, deployment.crashes,
    deployment.updated_at::text as since
  from deployment join listing on listing.id = deployment.listing_id
  where deployment.state in ('SICK', 'FAILED', 'STARTING') order by deployment.updated_at desc limit 50`

function withoutValues(column: string) {
  const named = sql.ref(column)
  return sql<string>`left(regexp_replace(regexp_replace(${named}, '''[^'']*''', '?', 'g'), '\\m[0-9]{4,}\\M', '?', 'g'), 400)`
}

export async function supportFacts(db: Db): Promise<SupportFacts> {
  const rows = async (query: typeof tables) => (await query.execute(db)).rows
  const version = await sql<{ version: string }>`select version()`.execute(db)
  return {
    server: version.rows[0]?.version ?? '',
    tables: await rows(tables),
    running: await rows(running),
    slowest: await rows(slowest).catch(() => 'The extension pg_stat_statements is not installed.'),
    failedAttempts: await rows(failedAttempts),
    failedCalls: await rows(failedCalls),
    installationsInError: await rows(installationsInError),
    deployments: await rows(deployments),
  }
}
