import { z } from 'zod'
import { variables } from '../../packages/server/src/config.ts'
import { type Generator, generatedBy, table } from './generator.ts'

/** A default given before a transformation is part of the input, one given after it of the output. */
function jsonDefault(schema: z.ZodType): unknown {
  const sides = (['input', 'output'] as const).map((io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return sides.map((side) => side.default).find((value) => value !== undefined)
}

function defaultOf(schema: z.ZodType): string {
  const value = jsonDefault(schema)
  if (value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)) return ''
  if (typeof value === 'boolean') return value ? '`1`' : '`0`'
  return `\`${Array.isArray(value) ? value.join(',') : String(value)}\``
}

function makeConfiguration(): string {
  const rows = Object.entries(variables).map(([name, schema]) => [
    `\`${name}\``,
    defaultOf(schema),
    `${schema.description ?? ''}.`,
  ])
  return [
    generatedBy,
    '# Configuration',
    '',
    'The server reads these environment variables once, at its start, and refuses to start with a list of everything that',
    'is wrong. `MKT_PORT` and `MKT_STATE_API` belong to applications: the platform sets them and never reads them.',
    '',
    table(['variable', 'default', 'meaning'], rows),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/configuration.md', make: makeConfiguration }]
