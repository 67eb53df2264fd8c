import type { DerivedSchema } from '../../../domain/tenant/derived-schema.ts'
import { createFairQueue, QueueFull } from '../../../lib/sharing/fair-queue.ts'
import { createThread } from '../../../lib/thread/thread.ts'
import { type ParsedSchema, parseSchema, type SchemaSource } from './parse-schema.ts'

/** What is this small is parsed in some milliseconds, where it is. */
const SMALL_BYTES = 128 * 1024

/** Of one party, as many wait as are read and loaded at once, so none of them is turned away. */
const queue = createFairQueue({ running: 1, waiting: 32, waitingPerParty: 3, waitMs: 60_000 })
/** What is stored waits here without being in memory: after a start all tenants of an organization may be asked for together. */
const loading = createFairQueue({ running: 8, runningPerParty: 1, waiting: 256, waitingPerParty: 64, waitMs: 60_000 })
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

type Load = () => Promise<{ text: string; readAt: Date } | undefined>
type Known = { schema: DerivedSchema; readAt: Date } | undefined

/** The same of one that was stored; undefined where there is none, or it cannot be had at the moment. */
export async function deriveStored(party: string, load: Load): Promise<Known> {
  const known = await deriveLoaded(party, load, SMALL_BYTES)
  if (known !== 'large') return known
  try {
    // It is loaded again in its turn, so that those that wait take no memory.
    const inTurn = await loading.run(party, () => deriveLoaded(party, load, Number.POSITIVE_INFINITY))
    return inTurn === 'large' ? undefined : inTurn
  } catch (error) {
    if (error instanceof QueueFull) return undefined
    throw error
  }
}

async function deriveLoaded(party: string, load: Load, atMost: number): Promise<Known | 'large'> {
  const stored = await load()
  if (stored === undefined) return undefined
  if (stored.text.length > atMost) return 'large'
  const parsed = await deriveApart(party, { stored: stored.text })
  return 'schema' in parsed ? { schema: parsed.schema, readAt: stored.readAt } : undefined
}
