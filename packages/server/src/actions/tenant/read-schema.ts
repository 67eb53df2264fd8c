import { Failure } from '@mkt/contract/errors'
import { createSharedWork } from '../../lib/schedule/shared-work.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { schemaReadAt, storeSchema, type Tenant } from '../../store/tenant/tenants.ts'
import type { ReadingSchema } from './asking.ts'
import { type KnownSchema, knownSchema } from './known-schema.ts'
import { withToken } from './with-token.ts'

const FRESH_MS = 10 * 60_000

/** Concurrent requests for a tenant's schema share one read. */
const share = createSharedWork<KnownSchema>()

export interface ReadSchema extends KnownSchema {
  /** The policy system could not be asked just now; this is what it said last. */
  stale: boolean
}

/** The product schema of a tenant: what was read in the last minutes, or read again when asked for. */
export async function readSchema(
  platform: ReadingSchema,
  tenant: Tenant,
  options: { refresh?: boolean | undefined } = {},
): Promise<ReadSchema> {
  const known = await knownSchema(platform, tenant)
  const mayServe = known !== undefined && options.refresh !== true
  if (mayServe && isFresh(known.readAt, platform.clock.now())) return { ...known, stale: false }
  try {
    return { ...(await readAnew(platform, tenant)), stale: false }
  } catch (error) {
    if (!(error instanceof PolicySystemError)) throw error
    if (mayServe) return { ...known, stale: true }
    throw asFailure(error, tenant)
  }
}

const isFresh = (readAt: Date, now: Date) => now.getTime() - readAt.getTime() < FRESH_MS

/** Reads the schema unless what is known is fresh. Throws `PolicySystemError`. */
export async function keepCurrent(platform: ReadingSchema, tenant: Tenant): Promise<void> {
  const readAt = await schemaReadAt(platform.db, tenant.id)
  if (readAt === undefined || !isFresh(readAt, platform.clock.now())) await readAnew(platform, tenant)
}

/** Reads the schema from the policy system, and keeps it. Throws `PolicySystemError`. */
export function readAnew(platform: ReadingSchema, tenant: Tenant): Promise<KnownSchema> {
  return share(`${tenant.id} ${tenant.updatedAt.getTime()}`, async () => {
    const readAt = platform.clock.now()
    const use = { tenant, purpose: 'data', installationId: null } as const
    const schema = await withToken(platform, use, (token, system) => system.readSchema(token))
    await storeSchema(platform.db, tenant.id, schema.text, readAt)
    platform.schemas.keep(tenant.id, readAt, schema)
    return { schema, readAt }
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
