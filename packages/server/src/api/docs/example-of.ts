/** A JSON Schema as our own description writes it. */
export interface ExampleSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  properties?: Record<string, ExampleSchema>
  required?: string[]
  items?: ExampleSchema
  minItems?: number
  minimum?: number
  exclusiveMinimum?: number
  anyOf?: ExampleSchema[]
  oneOf?: ExampleSchema[]
  $ref?: string
}

const DEPTH = 6

const FORMATS: Record<string, string> = {
  uri: 'https://example.com',
  email: 'somebody@example.com',
  'date-time': '2026-01-01T00:00:00.000Z',
  date: '2026-01-01',
}

const dashed = (name: string) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()

/** Something of the right shape to begin with: what is required, with the name of a text as its value. */
export function exampleOf(
  schema: ExampleSchema,
  shared: Readonly<Record<string, ExampleSchema>>,
  name = 'text',
  depth = 0,
): unknown {
  if (depth > DEPTH) return null
  const inner = (one: ExampleSchema, called = name) => exampleOf(one, shared, called, depth + 1)
  if (schema.$ref !== undefined) return inner(shared[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return inner(choices.find(({ type }) => type !== 'null') ?? {})
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties !== undefined) {
    const needed = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key))
    return Object.fromEntries(needed.map(([key, property]) => [key, inner(property, key)]))
  }
  if (type === 'array') return (schema.minItems ?? 0) > 0 ? [inner(schema.items ?? {})] : []
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? schema.exclusiveMinimum ?? 1)
  if (type === 'boolean') return false
  return FORMATS[schema.format ?? ''] ?? dashed(name)
}
