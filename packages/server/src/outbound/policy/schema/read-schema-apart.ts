import type { MappingSchema } from '../../../domain/tenant/mapping-schema.ts'
import type { TenantAddress } from '../../../domain/tenant/tenant.ts'
import type { Secret } from '../../../lib/secret.ts'
import { createFairQueue, QueueFull } from '../../../lib/sharing/fair-queue.ts'
import { createThread } from '../../../lib/thread/thread.ts'
import type { PolicyClient } from '../policy-client.ts'
import { PolicySystemError } from '../policy-system-error.ts'
import { type ParsedSchema, parseSchema, type SchemaAnswers } from './parse-schema.ts'

/** Of all answers that make up a schema. */
const MAX_BYTES = 8 * 1024 * 1024
/** What is this small is parsed in some milliseconds, where it is. */
const SMALL_BYTES = 128 * 1024

/** What is read is held until it is parsed, so few are read at once; one organization has few of these. */
const reading = createFairQueue({ running: 12, runningPerParty: 2, waiting: 256, waitingPerParty: 64, waitMs: 60_000 })
const queue = createFairQueue({ running: 1, waiting: 32, waitingPerParty: 2, waitMs: 30_000 })
const thread = createThread<SchemaAnswers, ParsedSchema>(new URL('./schema-thread.ts', import.meta.url), {
  deadlineMs: 5_000,
  memoryMb: 256,
})

async function parse(party: string, answers: SchemaAnswers): Promise<ParsedSchema> {
  const size = answers.bodies.reduce((sum, body) => sum + body.length, 0)
  if (size <= SMALL_BYTES) return parseSchema(answers)
  try {
    const result = await queue.run(party, () => thread.run(answers))
    return result.done ? result.value : { problem: 'it takes too long to read' }
  } catch (error) {
    if (error instanceof QueueFull) return { problem: 'too many schemas are being read' }
    throw error
  }
}

/** Reads the product schema of a tenant. A large one is parsed in a thread, so that nothing else waits for it. */
export async function readSchemaApart(
  client: PolicyClient,
  tenant: TenantAddress,
  token: Secret,
  paths: readonly string[],
): Promise<MappingSchema> {
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
      return parse(organizationId, { variant, bodies })
    })
  } catch (error) {
    if (error instanceof QueueFull) return { problem: 'too many schemas are being read' }
    throw error
  }
}
