import { asText } from './as-text.ts'
import type { ExampleSchema } from './example-of.ts'

export interface Schema extends ExampleSchema {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  maxLength?: number
  maximum?: number
}

const DEPTH = 6

export function code(text: string): string {
  return `<code>${asText(text)}</code>`
}

/** Backticks of our descriptions as code, everything else as text. */
export function prose(text: string): string {
  return asText(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br>')
}

export function typeName(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const parts = schema.anyOf ?? schema.oneOf
  if (parts !== undefined) return [...new Set(parts.map(typeName))].slice(0, 6).join(' | ')
  if (schema.type === 'array') {
    const item = typeName(schema.items ?? {})
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  const name = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any')
  return schema.format === undefined || schema.format === 'binary' ? name : `${name} (${schema.format})`
}

const characters = (count: number) => (count === 1 ? '1 character' : `${count} characters`)

function limits(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum } = schema
  const words = [
    minLength === undefined ? '' : `at least ${characters(minLength)}`,
    maxLength === undefined ? '' : `at most ${characters(maxLength)}`,
    minimum === undefined || minimum < -1e15 ? '' : `from ${minimum}`,
    maximum === undefined || maximum > 1e15 ? '' : `to ${maximum}`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
  return words.filter((word) => word !== '').join(', ')
}

/** The object that a schema speaks of: itself, an item of the list, or one of the choices. */
export function objectOf(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema
  if (schema.items !== undefined) return objectOf(schema.items)
  return (schema.anyOf ?? schema.oneOf ?? []).map(objectOf).find((one) => one !== undefined)
}

/** What an object holds, as a list within a list. */
export function properties(schema: Schema, depth = 0): string {
  const object = objectOf(schema)
  if (object === undefined || depth > DEPTH) return ''
  const rows = Object.entries(object.properties ?? {}).map(([name, property]) => {
    const mark = object.required?.includes(name) === true ? '' : ' <em>optional</em>'
    const more = [property.description ?? '', limits(property)].filter((text) => text !== '').join('; ')
    return `<li>${code(name)} <span class="type">${asText(typeName(property))}</span>${mark}${more === '' ? '' : ` – ${prose(more)}`}${properties(property, depth + 1)}</li>`
  })
  return rows.length === 0 ? '' : `<ul>${rows.join('')}</ul>`
}
