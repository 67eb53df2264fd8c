import { createHash } from 'node:crypto'
import type pg from 'pg'

/** What callers of these routes show. */
export const CALLER = 'bench'

/** Ids are as long as true ones, for keys are made from them. */
export const idOf = (prefix: string, name: string) => `${prefix}_${name.padStart(26, '0')}`

/** Releases that run at an address each, and installations of the first one: routes `r0`, `r1` and so on. The second has one, `rkeys`. */
export async function installRoutes(
  pool: pg.Pool,
  count: number,
  addresses: { app: string; keys: string },
): Promise<void> {
  await pool.query(
    "insert into organization (id, name, title) values ('org_pub', 'pub', 'Publisher'), ('org_cus', 'cus', 'Customer')",
  )
  await pool.query(
    `insert into tenant (id, organization_id, name, variant, api_url, host_name)
     select 'ten_' || n, 'org_cus', 'Tenant ' || n, 'connected', 'https://policy.example.com', 'policy.example.com' from generate_series(0, 99) n`,
  )
  for (const [name, address] of Object.entries(addresses)) await runRelease(pool, name, address)
  await install(pool, 'app', count)
  await install(pool, 'keys', 1)
}

async function runRelease(pool: pg.Pool, name: string, address: string): Promise<void> {
  const manifest = JSON.stringify({
    name: `pub/${name}`,
    version: '1.0.0',
    platform: { tenantAccess: 'none', autofill: [{ path: '/autofill', operations: ['*.create'], timeoutMs: 5_000 }] },
  })
  await pool.query(
    `insert into listing (id, organization_id, app_name, name, title, variant, state)
     values ('lst_' || $1::text, 'org_pub', $1, 'pub/' || $1, $1, 'connected', 'PUBLIC')`,
    [name],
  )
  await pool.query(
    "insert into image (listing_id, digest, media_type, annotations, bytes) values ('lst_' || $1::text, 'sha256:0', 'none', '{}', '')",
    [name],
  )
  await pool.query(
    `insert into release (id, listing_id, version, major, minor, patch, manifest, manifest_text, image_digest, state, approved)
     values ($3, 'lst_' || $1::text, '1.0.0', 1, 0, 0, $2::jsonb, $2::text, 'sha256:0', 'LIVE', true)`,
    [name, manifest, idOf('rel', name)],
  )
  await pool.query(
    `insert into deployment (id, release_id, listing_id, state, starting_at, created_at, updated_at)
     values ('dep_' || $1::text, $2, 'lst_' || $1, 'RUNNING', now(), now(), now())`,
    [name, idOf('rel', name)],
  )
  await pool.query(
    `insert into instance (id, deployment_id, generation, engine, state, since, address, created_at)
     values ('inst_' || $1::text, 'dep_' || $1, 1, 'bench', 'HEALTHY', now(), $2, now())`,
    [name, address],
  )
}

async function install(pool: pg.Pool, name: string, count: number): Promise<void> {
  const hash = createHash('sha256').update(CALLER).digest()
  await pool.query(
    `with added as (
       insert into installation (id, organization_id, listing_id, tenant_id, release_id, state, route_id, test, name)
       select 'ins_' || lpad($1::text || n, 26, '0'), 'org_cus', 'lst_' || $1, 'ten_' || n % 100, $4, 'RUNNING',
         case when $1 = 'app' then 'r' || n else 'r' || $1 end, false, $1 || n from generate_series(0, $2::int - 1) n
       returning id, release_id
     ), secrets as (
       insert into caller_secret (id, installation_id, hash, sealed) select 'cs_' || id, id, $3, '' from added
     )
     insert into configuration (installation_id, revision, release_id, settings, mappings, created_by_kind, created_by_id, created_by_label)
     select id, 1, release_id, '{}', '[]', 'user', 'usr_bench', 'bench' from added`,
    [name, count, hash, idOf('rel', name)],
  )
}
