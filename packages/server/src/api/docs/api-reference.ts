import { asText } from './as-text.ts'
import { answerExample, curlOf } from './call-example.ts'
import type { ExampleSchema } from './example-of.ts'
import { code, objectOf, properties, prose, type Schema, typeName } from './schema-list.ts'
import { type TriedOperation, triedOperations } from './tried-operations.ts'

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
  components: { responses: Record<string, Answer>; schemas: Record<string, ExampleSchema> }
}

function body(title: string, content: Record<string, { schema: Schema }> | undefined): string {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  if (type === undefined || media === undefined) return ''
  const kind =
    objectOf(media.schema) === undefined ? ` <span class="type">${asText(typeName(media.schema))}</span>` : ''
  return `<h4>${title} ${code(Object.keys(content ?? {}).join(', '))}${kind}</h4>${properties(media.schema)}`
}

/** What can be read whole where it is wider or longer than its place: by keyboard, too. */
const example = (kind: string, title: string, text: string) =>
  `<h4>${title}</h4><pre tabindex="0" class="${kind}"><code>${asText(text)}</code></pre>`

function operation(
  method: string,
  path: string,
  described: Described,
  tried: TriedOperation,
  { responses: shared, schemas }: Document['components'],
): string {
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
    .map(
      ([status, row]) =>
        `<p><strong>${status}</strong> ${prose(row.description)}</p>${body('Answer', row.content)}${example('answer-example', 'Example answer', answerExample(status, row.content, schemas))}`,
    )
  return `<details class="operation" id="${described.operationId}"><summary><span class="method ${method}">${method.toUpperCase()}</span> ${code(path)} <span>${asText(described.summary)}</span></summary>
<p>${prose(described.description)}</p><button type="button" class="try" data-operation="${described.operationId}" hidden>Try it</button>${example('curl', 'Example', curlOf(described.operationId, tried))}${parameters.length === 0 ? '' : `<h4>Query</h4>${properties(query)}`}${body('Body', described.requestBody?.content)}${good.join('')}<h4>Refusals</h4><ul>${refusals.join('')}</ul></details>`
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
  const tried = triedOperations(document)
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, row]) => ({ method, path, row })),
  )
  const sections = tags.map(({ name }) => {
    const rows = all
      .filter(({ row }) => row.tags.includes(name))
      .flatMap(({ method, path, row }) => {
        const one = tried[row.operationId]
        return one === undefined ? [] : [operation(method, path, row, one, components)]
      })
    return `<h2 id="${asText(name.toLowerCase().replaceAll(' ', '-'))}">${asText(name)}</h2>${rows.join('\n')}`
  })
  return `<h1>Publishing interface</h1>
<p>REST and JSON below <code>/api/v1</code>, described by <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Send <code>Authorization: Bearer</code> with a session or a token from <code>/token</code>, or Basic with client ID and API key. Refusals are <a href="/docs/errors">problem answers</a> with a stable <code>code</code>. Lists answer <code>{ items, next }</code>; pass <code>next</code> as <code>cursor</code>. A POST may carry an <code>idempotency-key</code>.</p>
<p>Each operation has an example, a command that can be copied. <code>MKT_URL</code> is the address of this platform, <code>MKT_CLIENT_ID</code> and <code>MKT_API_KEY</code> are an API key; <code>MKT_TOKEN</code>, where only a person may call, is a session. Other variables stand for parts of the address.</p>
${caller}
${sections.join('\n')}`
}
