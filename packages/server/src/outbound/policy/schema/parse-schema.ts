import type { Variant } from '@mkt/manifest'
import { type DerivedSchema, deriveSchema } from '../../../domain/tenant/derived-schema.ts'
import type { MappingSchema } from '../../../domain/tenant/mapping-schema.ts'
import { schemaExcess } from '../../../domain/tenant/schema-size.ts'
import { isDeeper } from '../../../lib/json/is-deeper.ts'
import { parseConnected } from './parse-connected.ts'
import { parseEnterprise } from './parse-enterprise.ts'

export interface SchemaAnswers {
  variant: Variant
  /** The bodies of the answers that make up the schema, in the order they are read. */
  bodies: readonly Uint8Array[]
}

/** What a policy system answers, or what is stored of it. */
export type SchemaSource = SchemaAnswers | { stored: string }

/** The schema, or why it cannot be used. */
export type ParsedSchema = { schema: DerivedSchema } | { problem: string }

const DEPTH = 40

function parsed(body: Uint8Array | undefined): unknown {
  if (body === undefined || body.length === 0) return null
  return JSON.parse(Buffer.from(body).toString('utf8'))
}

/** Parses and checks what a policy system says of its products. It takes as long as the answer is large: see `readSchemaApart`. */
export function parseSchema(source: SchemaSource): ParsedSchema {
  if ('stored' in source) return { schema: deriveSchema(JSON.parse(source.stored) as MappingSchema, source.stored) }
  const { variant, bodies } = source
  if (bodies.some((body) => isDeeper(body, DEPTH))) return { problem: 'it is nested too deeply' }
  try {
    const [first, second] = bodies.map(parsed)
    const schema = variant === 'connected' ? parseConnected(first, second ?? null) : parseEnterprise(first)
    const excess = schemaExcess(schema)
    return excess === undefined ? { schema: deriveSchema(schema) } : { problem: excess }
  } catch {
    return { problem: 'it has an unknown shape' }
  }
}
