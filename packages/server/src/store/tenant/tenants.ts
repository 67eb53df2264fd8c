import { sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import type { MappingSchema } from '../../domain/tenant/mapping-schema.ts'
import type { RelayMode } from '../../domain/tenant/relay-mode.ts'
import type { TenantAddress } from '../../domain/tenant/tenant.ts'
import type { Db } from '../database/database.ts'
import { byText, containing, type Order, sorted } from '../database/sorted.ts'

export interface Tenant extends TenantAddress {
  name: string
  relay: RelayMode
  createdAt: Date
  updatedAt: Date
}

function tenants(db: Db) {
  return db
    .selectFrom('tenant')
    .select([
      'id',
      'organization_id as organizationId',
      'name',
      'variant',
      'api_url as apiUrl',
      'host_name as hostName',
      'tenant_locator as tenantLocator',
      'relay',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
}

export function tenantById(db: Db, id: string): Promise<Tenant | undefined> {
  return tenants(db).where('id', '=', id).executeTakeFirst()
}

const order: Order<'name' | 'variant' | 'createdAt'> = {
  id: 'id',
  newestFirst: true,
  keys: { name: byText('name'), variant: byText('variant'), createdAt: 'id' },
}

export function tenantsOf(
  db: Db,
  filter: { organizationId: string; q?: string | undefined; variant?: Tenant['variant'] | undefined },
  page: Page,
): Promise<Tenant[]> {
  let query = tenants(db).where('organization_id', '=', filter.organizationId)
  if (filter.q !== undefined) query = query.where('name', 'ilike', containing(filter.q))
  if (filter.variant !== undefined) query = query.where('variant', '=', filter.variant)
  return sorted(query, page, order).execute()
}

/** The tenant an installation runs against. */
export function tenantOfInstallation(db: Db, installationId: string): Promise<Tenant | undefined> {
  return tenants(db)
    .where('id', '=', (eb) => eb.selectFrom('installation').select('tenant_id').where('id', '=', installationId))
    .executeTakeFirst()
}

export async function insertTenant(db: Db, row: Omit<Tenant, 'updatedAt'>): Promise<void> {
  await db
    .insertInto('tenant')
    .values({
      id: row.id,
      organization_id: row.organizationId,
      name: row.name,
      variant: row.variant,
      api_url: row.apiUrl,
      host_name: row.hostName,
      tenant_locator: row.tenantLocator,
      relay: row.relay,
      created_at: row.createdAt,
      updated_at: row.createdAt,
    })
    .execute()
}

/** The policy system is reached at another address now; what is known of it stays. */
export async function moveTenant(db: Db, id: string, apiUrl: string, now: Date): Promise<void> {
  await db.updateTable('tenant').set({ api_url: apiUrl, updated_at: now }).where('id', '=', id).execute()
}

export async function updateTenant(
  db: Db,
  { id, name, apiUrl, hostName, relay }: Pick<Tenant, 'id' | 'name' | 'apiUrl' | 'hostName' | 'relay'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('tenant')
    .set({ name, api_url: apiUrl, host_name: hostName, relay, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Removes the tenant unless installations still use it; says whether it did. */
export async function deleteUnusedTenant(db: Db, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('tenant')
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('installation')
            .select('installation.id')
            .whereRef('installation.tenant_id', '=', 'tenant.id')
            .where('installation.state', '!=', 'UNINSTALLED'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('registration')
            .select('registration.installation_id')
            .whereRef('registration.tenant_id', '=', 'tenant.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function storedSchema(db: Db, id: string): Promise<{ schema: MappingSchema; readAt: Date } | undefined> {
  const row = await db
    .selectFrom('tenant')
    .select(['schema', 'schema_read_at as readAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.schema === null || row?.schema === undefined || row.readAt === null) return undefined
  return { schema: row.schema as MappingSchema, readAt: row.readAt }
}

/** The schema as JSON, not parsed. */
export async function storedSchemaText(db: Db, id: string): Promise<{ text: string; readAt: Date } | undefined> {
  const row = await db
    .selectFrom('tenant')
    .select([sql<string | null>`schema::text`.as('text'), 'schema_read_at as readAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined || row.text === null || row.readAt === null) return undefined
  return { text: row.text, readAt: row.readAt }
}

/** When the schema was read that is stored, if there is one. */
export async function schemaReadAt(db: Db, id: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('tenant')
    .select('schema_read_at as readAt')
    .where('id', '=', id)
    .where('schema', 'is not', null)
    .executeTakeFirst()
  return row?.readAt ?? undefined
}

export async function storeSchema(db: Db, id: string, text: string, now: Date): Promise<void> {
  await db.updateTable('tenant').set({ schema: text, schema_read_at: now }).where('id', '=', id).execute()
}

/** Takes the lease of a tenant unless another holds it. The same owner may take it again: that extends it. */
export async function leaseTenant(db: Db, id: string, owner: string, now: Date, until: Date): Promise<boolean> {
  const taken = await db
    .updateTable('tenant')
    .set({ lease_owner: owner, lease_until: until })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now), eb('lease_owner', '=', owner)]))
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Extends a lease that is still held. */
export async function extendTenantLease(db: Db, id: string, owner: string, until: Date): Promise<boolean> {
  const held = await db
    .updateTable('tenant')
    .set({ lease_until: until })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return held.numUpdatedRows > 0n
}

export async function releaseTenant(db: Db, id: string, owner: string): Promise<void> {
  await db
    .updateTable('tenant')
    .set({ lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()
}

/**
 * Has a tenant swept at the moment given, or earlier where that was planned already. Somebody asked for something new
 * there, so the backoff after former failures begins again.
 */
export async function planSweep(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('tenant')
    .set({ sweep_at: sql<Date>`least(coalesce(sweep_at, ${at}), ${at})`, sweep_failures: 0 })
    .where('id', '=', id)
    .execute()
}

/** Notes how a sweep ended and when the next one is due; null when nothing is registered any more and the policy system answers. */
export async function noteSweep(db: Db, id: string, row: { failures: number; nextAt: Date | null }): Promise<void> {
  await db
    .updateTable('tenant')
    .set({ sweep_at: row.nextAt, sweep_failures: row.failures })
    .where('id', '=', id)
    .execute()
}

/**
 * We were away, so every tenant is looked at soon: spread over the time given, that not all are asked at once. Former releases planned nothing
 * for a policy system that was away and had nothing registered.
 */
export async function hastenSweeps(db: Db, now: Date, withinMs: number): Promise<void> {
  await sql`update tenant set sweep_at = least(sweep_at, ${now}::timestamptz + random() * ${withinMs} * interval '1 ms')
    where sweep_at is not null or trouble = 'unreachable'`.execute(db)
}

/** Where the policy systems are that applications call themselves, without the relay, each once. */
export async function directApiUrls(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('tenant').select('api_url').where('relay', '=', 'off').distinct().execute()
  return rows.map((row) => row.api_url)
}
