/** A JSON Schema as our own description writes it. */
export interface ExampleSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  properties?: Record<string, ExampleSchema>
  required?: string[]
  additionalProperties?: ExampleSchema | boolean
  items?: ExampleSchema
  minItems?: number
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  pattern?: string
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

/** Texts whose form only their name tells. */
const NAMED: Record<string, string> = {
  timeZone: 'Europe/Berlin',
  locale: 'en-GB',
  securityContact: 'security@example.com',
  supportContact: 'support@example.com',
}

/** Texts of a form that their name would not have, by the pattern that they follow. */
const FORMS: Record<string, string> = {
  '^([01]\\d|2[0-3]):[0-5]\\d$': '08:00',
  '^[A-Za-z0-9_-]{43}$': 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
}

function textOf({ format = '', pattern = '', minLength = 0 }: ExampleSchema, name: string): string {
  return FORMATS[format] ?? FORMS[pattern] ?? NAMED[name] ?? dashed(name).padEnd(minLength, '.')
}

/** A request to begin with has what is `needed`; an answer is shown `whole`, with one item of each list. */
export type ExampleKind = 'needed' | 'whole'

/** Something of the right shape, with the name of a text as its value. */
export function exampleOf(
  schema: ExampleSchema,
  shared: Readonly<Record<string, ExampleSchema>>,
  kind: ExampleKind = 'needed',
  name = 'text',
  depth = 0,
): unknown {
  const inner = (one: ExampleSchema, called = name) => exampleOf(one, shared, kind, called, depth)
  if (schema.$ref !== undefined) {
    // Only what is referred to can hold itself.
    if (depth > DEPTH) return null
    return exampleOf(shared[schema.$ref.split('/').at(-1) ?? ''] ?? {}, shared, kind, name, depth + 1)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined && kind === 'needed') return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return inner(choices.find(({ type }) => type !== 'null') ?? {})
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties !== undefined) {
    const shown = Object.entries(schema.properties ?? {}).filter(
      ([key]) => kind === 'whole' || schema.required?.includes(key),
    )
    const others =
      typeof schema.additionalProperties === 'object' && kind === 'whole' ? schema.additionalProperties : {}
    const entries = [...shown, ...(Object.keys(others).length === 0 ? [] : [['name', others] as const])]
    return Object.fromEntries(entries.map(([key, property]) => [key, inner(property, key)]))
  }
  if (type === 'array') return kind === 'whole' || (schema.minItems ?? 0) > 0 ? [inner(schema.items ?? {})] : []
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? schema.exclusiveMinimum ?? 1)
  if (type === 'boolean') return false
  return textOf(schema, name)
}
