import type { DerivedSchema } from '../../../domain/tenant/derived-schema.ts'
import type { TenantAddress } from '../../../domain/tenant/tenant.ts'
import type { Secret } from '../../../lib/secret.ts'
import { createFairQueue, QueueFull } from '../../../lib/sharing/fair-queue.ts'
import type { PolicyClient } from '../policy-client.ts'
import { PolicySystemError } from '../policy-system-error.ts'
import { deriveApart } from './derive-apart.ts'
import type { ParsedSchema } from './parse-schema.ts'

/** Of all answers that make up a schema. */
const MAX_BYTES = 8 * 1024 * 1024
/** What is read is held until it is parsed, so few are read at once; one organization has few of these. */
const reading = createFairQueue({ running: 12, runningPerParty: 2, waiting: 256, waitingPerParty: 64, waitMs: 60_000 })

/** Reads the product schema of a tenant. A large one is parsed in a thread, so that nothing else waits for it. */
export async function readSchemaApart(
  client: PolicyClient,
  tenant: TenantAddress,
  token: Secret,
  paths: readonly string[],
): Promise<DerivedSchema> {
  const parsed = await read(client, tenant, token, paths)
  if ('schema' in parsed) return parsed.schema
  const host = new URL(tenant.apiUrl).host
  throw new PolicySystemError('unavailable', `The schema of ${host} cannot be used: ${parsed.problem}`)
}

async function read(
  client: PolicyClient,
  { organizationId, variant }: TenantAddress,
  token: Secret,
  paths: readonly string[],
): Promise<ParsedSchema> {
  try {
    return await reading.run(organizationId, async () => {
      const bodies: Buffer[] = []
      let left = MAX_BYTES
      for (const path of paths) {
        const body = await client.bytes({ method: 'GET', path, token, maxBytes: left })
        left -= body.length
        bodies.push(body)
      }
      return deriveApart(organizationId, { variant, bodies })
    })
  } catch (error) {
    if (error instanceof QueueFull) return { problem: 'too many schemas are being read' }
    throw error
  }
}
