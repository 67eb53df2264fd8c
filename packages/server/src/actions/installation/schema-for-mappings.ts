import type { TenantSchema } from '@mkt/manifest'
import { tenantSchema } from '../../domain/tenant/tenant-schema.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { type Tenant, tenantOfInstallation } from '../../store/tenant/tenants.ts'
import type { ReadingSchema } from '../tenant/asking.ts'
import { knownSchema } from '../tenant/known-schema.ts'
import { readAnew } from '../tenant/read-schema.ts'

/** A person waits for the answer: a policy system that takes longer counts as out of reach. */
const PATIENCE_MS = 5_000

/**
 * The schema that given mappings are held against. What was read last serves as long as it has everything that is
 * mapped; otherwise it is read again, because the tenant may have deployed a product since. A policy system that is
 * out of reach blocks nobody: what is known counts then, and where nothing is known the form alone (undefined).
 */
export async function schemaForMappings(
  platform: ReadingSchema,
  tenant: Tenant,
  mappings: unknown,
  patienceMs = PATIENCE_MS,
): Promise<TenantSchema | undefined> {
  if (!Array.isArray(mappings) || mappings.length === 0) return undefined
  const known = await knownSchema(platform, tenant)
  const former = known && tenantSchema(known.schema.names)
  if (former && hasAll(former, mappings)) return former
  return (await readAgain(platform, tenant, patienceMs)) ?? former
}

/** Undefined when the policy system does not answer; a late answer is still stored. */
async function readAgain(
  platform: ReadingSchema,
  tenant: Tenant,
  patienceMs: number,
): Promise<TenantSchema | undefined> {
  const reading = readAnew(platform, tenant).then(
    ({ schema }) => tenantSchema(schema.names),
    (error: unknown) => {
      if (!(error instanceof PolicySystemError)) throw error
      platform.log.warn({ tenantId: tenant.id, reason: error.message }, 'mappings were judged without a fresh schema')
      return undefined
    },
  )
  const { promise: enough, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), patienceMs)
  try {
    return await Promise.race([reading, enough])
  } finally {
    clearTimeout(timer)
    reading.catch((error: unknown) => platform.log.error({ err: error, tenantId: tenant.id }, 'a schema was not read'))
  }
}

/** The same for an installation, by the tenant it runs against. */
export async function schemaOfInstallation(
  platform: ReadingSchema,
  installation: { id: string },
  mappings: unknown,
): Promise<TenantSchema | undefined> {
  const tenant = await tenantOfInstallation(platform.db, installation.id)
  return tenant && schemaForMappings(platform, tenant, mappings)
}

/** Whether the schema lacks nothing of what is given, which may be of any form yet. */
function hasAll(schema: TenantSchema, mappings: readonly unknown[]): boolean {
  return mappings.every((mapping) => {
    const { productName, fields } = Object(mapping) as { productName?: unknown; fields?: unknown }
    const paths = Object.values(Object(fields ?? {})).filter((path) => typeof path === 'string' && path !== '')
    return (
      schema.lacksProduct(String(productName)) === undefined &&
      paths.every((path) => schema.lacksPath(String(path)) === undefined)
    )
  })
}
