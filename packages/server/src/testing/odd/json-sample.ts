import { fraction, type Random } from '../../lib/random.ts'

/** The parts of a JSON Schema that our operations use. */
export interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  maxLength?: number
  minLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  $ref?: string
}

const nasty: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  0.5,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a'.repeat(300),
  '__proto__',
  'constructor',
  "'; drop table listing; --",
  '../../etc/passwd',
  '<script>',
  [],
  {},
  [[]],
  { __proto__: 1 },
  { length: -1 },
  '\u202e',
  '9'.repeat(40),
  '2026-13-45T99:99:99Z',
  '%00',
  'NaN',
]

export function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(fraction(random) * values.length)] as T
}

function text(random: Random, schema: JsonSchema): string {
  const length = Math.min(Math.max(schema.minLength ?? 0, Math.floor(fraction(random) * 12)), schema.maxLength ?? 40)
  return Array.from({ length }, () => pick(random, [...'abcdefghijklmnopqrstuvwxyz0123456789-_ .é💧'])).join('')
}

/** A value that follows the schema, or, with the given chance at every step, something else entirely. */
export function sampleJson(random: Random, schema: JsonSchema, strange: number, depth = 0): unknown {
  if (fraction(random) < strange) return pick(random, nasty)
  const union = schema.anyOf ?? schema.oneOf
  if (union !== undefined && union.length > 0) return sampleJson(random, pick(random, union), strange, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return pick(random, schema.enum)
  const type = Array.isArray(schema.type) ? pick(random, schema.type) : schema.type
  if (type === 'string') return text(random, schema)
  if (type === 'integer' || type === 'number') {
    const low = Math.max(schema.minimum ?? 0, -1e6)
    const high = Math.min(schema.maximum ?? 1000, 1e6)
    return Math.floor(low + fraction(random) * (high - low))
  }
  if (type === 'boolean') return fraction(random) < 0.5
  if (type === 'null' || depth > 6) return null
  if (type === 'array') {
    const length = Math.max(schema.minItems ?? 0, Math.floor(fraction(random) * 3))
    return Array.from({ length }, () => sampleJson(random, schema.items ?? {}, strange, depth + 1))
  }
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => schema.required?.includes(name) === true || fraction(random) < 0.6)
    .map(([name, property]) => [name, sampleJson(random, property, strange, depth + 1)] as const)
  if (fraction(random) < strange)
    entries.push([pick(random, ['extra', '__proto__', 'constructor']), pick(random, nasty)])
  return Object.fromEntries(entries)
}
