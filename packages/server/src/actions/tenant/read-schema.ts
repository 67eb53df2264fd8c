import { Failure } from '@mkt/contract/errors'
import type { MappingSchema } from '../../domain/tenant/mapping-schema.ts'
import { createSharedWork } from '../../lib/schedule/shared-work.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { storedSchema, storeSchema, type Tenant } from '../../store/tenant/tenants.ts'
import type { Asking } from './asking.ts'
import { withToken } from './with-token.ts'

const FRESH_MS = 10 * 60_000

/** Concurrent requests for a tenant's schema share one read. */
const share = createSharedWork<ReadSchema>()

export interface ReadSchema {
  schema: MappingSchema
  readAt: Date
  /** The policy system could not be asked just now; this is what it said last. */
  stale: boolean
}

/** The product schema of a tenant: what was read in the last minutes, or read again when asked for. */
export async function readSchema(
  platform: Asking,
  tenant: Tenant,
  options: { refresh?: boolean | undefined } = {},
): Promise<ReadSchema> {
  const known = await storedSchema(platform.db, tenant.id)
  try {
    return await keepCurrent(platform, tenant, options.refresh === true ? undefined : known)
  } catch (error) {
    if (!(error instanceof PolicySystemError)) throw error
    if (known !== undefined && options.refresh !== true) return { ...known, stale: true }
    throw asFailure(error, tenant)
  }
}

/** Reads the schema unless what is known is fresh. Throws `PolicySystemError`. */
export async function keepCurrent(
  platform: Asking,
  tenant: Tenant,
  known: { schema: MappingSchema; readAt: Date } | undefined,
): Promise<ReadSchema> {
  const now = platform.clock.now()
  if (known !== undefined && now.getTime() - known.readAt.getTime() < FRESH_MS) return { ...known, stale: false }
  return share(`${tenant.id} ${tenant.updatedAt.getTime()}`, async () => {
    const use = { tenant, purpose: 'data', installationId: null } as const
    const schema = await withToken(platform, use, (token, system) => system.readSchema(token))
    await storeSchema(platform.db, tenant.id, schema, now)
    return { schema, readAt: now, stale: false }
  })
}

/** A trouble of the policy system as an answer to a person. */
export function asFailure(error: PolicySystemError, tenant: Tenant): Failure {
  if (error.trouble === 'unavailable')
    return new Failure('tenant_unavailable', `The policy system of ${tenant.name} is out of reach. Try again later.`, {
      headers: { 'retry-after': String(error.retryAfterSeconds) },
      cause: error,
    })
  return new Failure(
    'tenant_credentials_refused',
    `The policy system of ${tenant.name} refuses the stored credentials. Replace them in the tenant's settings.`,
    { cause: error },
  )
}
