import { asText } from './as-text.ts'

interface Schema {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  maxLength?: number
  minLength?: number
  maximum?: number
  minimum?: number
  pattern?: string
  format?: string
  default?: unknown
}

interface Answer {
  description: string
  content?: Record<string, { schema: Schema }>
}

interface Described {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { name?: string; in?: string; required?: boolean; schema?: Schema; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Answer | { $ref: string }>
}

interface Document {
  tags: { name: string }[]
  paths: Record<string, Record<string, Described>>
  components: { responses: Record<string, Answer> }
}

const DEPTH = 6

function code(text: string): string {
  return `<code>${asText(text)}</code>`
}

/** Backticks of our descriptions as code, everything else as text. */
function prose(text: string): string {
  return asText(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br>')
}

function typeName(schema: Schema): string {
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

function objectOf(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema
  if (schema.items !== undefined) return objectOf(schema.items)
  return (schema.anyOf ?? schema.oneOf ?? []).map(objectOf).find((one) => one !== undefined)
}

function properties(schema: Schema, depth = 0): string {
  const object = objectOf(schema)
  if (object === undefined || depth > DEPTH) return ''
  const rows = Object.entries(object.properties ?? {}).map(([name, property]) => {
    const mark = object.required?.includes(name) === true ? '' : ' <em>optional</em>'
    const more = [property.description ?? '', limits(property)].filter((text) => text !== '').join('; ')
    return `<li>${code(name)} <span class="type">${asText(typeName(property))}</span>${mark}${more === '' ? '' : ` – ${prose(more)}`}${properties(property, depth + 1)}</li>`
  })
  return rows.length === 0 ? '' : `<ul>${rows.join('')}</ul>`
}

function body(title: string, content: Record<string, { schema: Schema }> | undefined): string {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  if (type === undefined || media === undefined) return ''
  const kind =
    objectOf(media.schema) === undefined ? ` <span class="type">${asText(typeName(media.schema))}</span>` : ''
  return `<h4>${title} ${code(Object.keys(content ?? {}).join(', '))}${kind}</h4>${properties(media.schema)}`
}

function operation(method: string, path: string, described: Described, shared: Record<string, Answer>): string {
  const parameters = described.parameters.filter((row) => row.name !== undefined && row.in === 'query')
  const query = {
    properties: Object.fromEntries(parameters.map((row) => [row.name ?? '', row.schema ?? {}])),
    required: parameters.filter((row) => row.required).map((row) => row.name ?? ''),
  }
  const answers = Object.entries(described.responses).map(
    ([status, row]) => [status, '$ref' in row ? sharedAnswer(row.$ref, shared) : row] as const,
  )
  const refusals = answers
    .filter(([status]) => Number(status) >= 400)
    .map(([status, row]) => `<li><strong>${status}</strong> ${prose(row.description)}</li>`)
  const good = answers
    .filter(([status]) => Number(status) < 400)
    .map(([status, row]) => `<p><strong>${status}</strong> ${prose(row.description)}</p>${body('Answer', row.content)}`)
  return `<details class="operation" id="${described.operationId}"><summary><span class="method ${method}">${method.toUpperCase()}</span> ${code(path)} <span>${asText(described.summary)}</span></summary>
<p>${prose(described.description)}</p><button type="button" class="try" data-operation="${described.operationId}" hidden>Try it</button>${parameters.length === 0 ? '' : `<h4>Query</h4>${properties(query)}`}${body('Body', described.requestBody?.content)}${good.join('')}<h4>Refusals</h4><ul>${refusals.join('')}</ul></details>`
}

function sharedAnswer(ref: string, shared: Record<string, Answer>): Answer {
  const found = shared[ref.split('/').at(-1) ?? '']
  if (found === undefined) throw new Error(`the document lacks ${ref}`)
  return found
}

/** Who a request is sent as; shown by the script that sends it. */
const caller = `<form id="caller" class="trial" autocomplete="off" hidden><fieldset><legend>Try it as</legend>
<label><input type="radio" name="as" value="session" checked> Your session in this browser</label>
<label><input type="radio" name="as" value="key"> An API key</label>
<div class="input"><label for="caller-client">Client ID</label><input id="caller-client" name="clientId" autocomplete="off" spellcheck="false"></div>
<div class="input"><label for="caller-key">API key</label><input id="caller-key" name="apiKey" type="password" autocomplete="off"></div>
<label><input type="radio" name="as" value="nobody"> Nobody: neither session nor key</label></fieldset>
<p>Each operation below can be sent to this platform. A key stays in this page until you leave it: it is not stored.</p></form>
<script type="module" src="/docs/assets/try-it.js"></script>`

/** The publishing interface as a page, from its OpenAPI description. It is read without a script; trying operations needs one. */
export function apiReference(document: object): string {
  const { tags, paths, components } = document as Document
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, row]) => ({ method, path, row })),
  )
  const sections = tags.map(({ name }) => {
    const rows = all
      .filter(({ row }) => row.tags.includes(name))
      .map(({ method, path, row }) => operation(method, path, row, components.responses))
    return `<h2 id="${asText(name.toLowerCase().replaceAll(' ', '-'))}">${asText(name)}</h2>${rows.join('\n')}`
  })
  return `<h1>Publishing interface</h1>
<p>REST and JSON below <code>/api/v1</code>, described by <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Send <code>Authorization: Bearer</code> with a session or a token from <code>/token</code>, or Basic with client ID and API key. Refusals are <a href="/docs/errors">problem answers</a> with a stable <code>code</code>. Lists answer <code>{ items, next }</code>; pass <code>next</code> as <code>cursor</code>. A POST may carry an <code>idempotency-key</code>.</p>
${caller}
${sections.join('\n')}`
}
