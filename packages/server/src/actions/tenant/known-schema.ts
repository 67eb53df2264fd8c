import type { DerivedSchema } from '../../domain/tenant/derived-schema.ts'
import { createSharedWork } from '../../lib/schedule/shared-work.ts'
import { deriveStored } from '../../outbound/policy/schema/derive-apart.ts'
import { schemaReadAt, storedSchemaText, type Tenant } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'

export interface KnownSchema {
  schema: DerivedSchema
  readAt: Date
}

/** Concurrent uses of a schema that is not in memory share one look into the database. */
const share = createSharedWork<KnownSchema | undefined>()

/**
 * The schema of a tenant as it was read last. It is parsed once by each process that uses it: whether it is still the one in memory
 * costs one small query. Undefined where nothing was read, or where too many are being parsed.
 */
export async function knownSchema(
  platform: Pick<Platform, 'db' | 'schemas'>,
  tenant: Pick<Tenant, 'id' | 'organizationId'>,
): Promise<KnownSchema | undefined> {
  const { db, schemas } = platform
  const readAt = await schemaReadAt(db, tenant.id)
  if (readAt === undefined) return undefined
  const schema = schemas.find(tenant.id, readAt)
  if (schema !== undefined) return { schema, readAt }
  return share(`${tenant.id} ${readAt.getTime()}`, async () => {
    const known = await deriveStored(tenant.organizationId, () => storedSchemaText(db, tenant.id))
    if (known !== undefined) schemas.keep(tenant.id, known.readAt, known.schema)
    return known
  })
}
