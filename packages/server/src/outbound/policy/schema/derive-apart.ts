import type { DerivedSchema } from '../../../domain/tenant/derived-schema.ts'
import { createFairQueue, QueueFull } from '../../../lib/sharing/fair-queue.ts'
import { createThread } from '../../../lib/thread/thread.ts'
import { type ParsedSchema, parseSchema, type SchemaSource } from './parse-schema.ts'

/** What is this small is parsed in some milliseconds, where it is. */
const SMALL_BYTES = 128 * 1024

const queue = createFairQueue({ running: 1, waiting: 32, waitingPerParty: 2, waitMs: 30_000 })
const thread = createThread<SchemaSource, ParsedSchema>(new URL('./schema-thread.ts', import.meta.url), {
  deadlineMs: 5_000,
  memoryMb: 256,
})

const sizeOf = (source: SchemaSource) =>
  'stored' in source ? source.stored.length : source.bodies.reduce((sum, body) => sum + body.length, 0)

/** Parses a schema and derives what is used of it. A large one is parsed in a thread, so that nothing else waits for it. */
export async function deriveApart(party: string, source: SchemaSource): Promise<ParsedSchema> {
  if (sizeOf(source) <= SMALL_BYTES) return parseSchema(source)
  try {
    const result = await queue.run(party, () => thread.run(source))
    return result.done ? result.value : { problem: 'it takes too long to read' }
  } catch (error) {
    if (error instanceof QueueFull) return { problem: 'too many schemas are being read' }
    throw error
  }
}

/** The same of one that was stored; undefined where it cannot be had at the moment. */
export async function deriveStored(party: string, stored: string): Promise<DerivedSchema | undefined> {
  const parsed = await deriveApart(party, { stored })
  return 'schema' in parsed ? parsed.schema : undefined
}
