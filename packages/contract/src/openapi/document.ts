import { z } from 'zod'
import { access, type OperationId } from '../api/access.ts'
import type { Operation } from '../api/operation/operation.ts'
import { operations } from '../api/operations.ts'
import { commonErrors, errorsOf } from '../api/refusals.ts'
import { describeRule } from './describe-rule.ts'
import { headers, headersOf } from './headers.ts'
import { anyRefusal, createRefusals, problemSchema } from './problem.ts'

const jsonValueRef = '#/components/schemas/JsonValue'

/** Any JSON value: the one schema that holds itself, so it has a name of its own. */
const jsonValue = JSON.parse(writtenSchema(z.json(), 'output').replaceAll('"$ref":"#"', `"$ref":"${jsonValueRef}"`))

function writtenSchema(schema: z.ZodType, io: 'input' | 'output'): string {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return JSON.stringify(rest)
}

/** A schema as it stands in the document. What it refers to must be found from the document's root. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const text = writtenSchema(schema, io).replace(/"#\/\$defs\/__schema\d+"/g, `"${jsonValueRef}"`)
  const { $defs = {}, ...rest } = JSON.parse(text) as { $defs?: Record<string, object> }
  for (const [name, definition] of Object.entries($defs))
    if (JSON.stringify(definition) !== JSON.stringify(jsonValue)) throw new Error(`the schema ${name} needs a name`)
  return rest
}

function parametersOf(operation: Operation): object[] {
  const rows: object[] = []
  for (const place of ['path', 'query'] as const) {
    const schema = place === 'path' ? operation.params : operation.query
    if (schema === undefined) continue
    const json = schemaOf(schema, 'input') as { properties?: Record<string, object>; required?: string[] }
    for (const [name, property] of Object.entries(json.properties ?? {})) {
      const required = place === 'path' || (json.required ?? []).includes(name)
      rows.push({ name, in: place, required, schema: property })
    }
  }
  if (operation.ifMatch === true) rows.push({ $ref: '#/components/parameters/ifMatch' })
  if (operation.method === 'POST') rows.push({ $ref: '#/components/parameters/idempotencyKey' })
  return rows
}

function bodyOf(operation: Operation): object {
  if (operation.bytes !== undefined) {
    const content = operation.bytes.contentTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])
    return { requestBody: { required: true, content: Object.fromEntries(content) } }
  }
  if (operation.body === undefined) return {}
  return {
    requestBody: {
      required: !operation.body.safeParse(undefined).success,
      content: { 'application/json': { schema: schemaOf(operation.body, 'input') } },
    },
  }
}

/** What an operation answers when it succeeds. */
function answerOf({ answer, method }: Operation): object {
  const type = answer.contentType ?? 'application/json'
  const schema = answer.schema === undefined ? { type: 'string', format: 'binary' } : schemaOf(answer.schema, 'output')
  const hasBody = answer.schema !== undefined || answer.contentType !== undefined
  const replayed = method === 'POST' ? (['idempotency-replayed'] as const) : []
  return {
    description: answer.description,
    headers: headersOf([...(answer.headers ?? []), ...replayed]),
    ...(hasBody ? { content: { [type]: { schema } } } : {}),
  }
}

/** The publishing interface as an OpenAPI 3.1 document, derived from the operations and nothing else. */
export function openApiDocument(version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  const refusals = createRefusals()
  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    const path = `/api/v1${operation.path}`
    paths[path] ??= {}
    paths[path][operation.method.toLowerCase()] = {
      operationId: id,
      tags: [operation.group],
      summary: operation.summary,
      description: [operation.description, describeRule(access[id])].filter(Boolean).join('\n\n'),
      security: access[id].anyone === true ? [] : [{ bearer: [] }, { basic: [] }, { cookie: [] }],
      parameters: parametersOf(operation),
      ...bodyOf(operation),
      responses: {
        [operation.answer.status]: answerOf(operation),
        ...refusals.of(errorsOf(id), commonErrors(id)),
        default: { $ref: '#/components/responses/refused' },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'MKT publishing interface', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(operations as Record<string, Operation>).map((row) => row.group))].map((name) => ({
      name,
    })),
    paths,
    components: {
      schemas: { Problem: problemSchema, JsonValue: jsonValue },
      responses: {
        refused: anyRefusal,
        ...Object.fromEntries(Object.entries(refusals.shared).sort(([a], [b]) => (a < b ? -1 : 1))),
      },
      headers,
      parameters: {
        ifMatch: {
          name: 'if-match',
          in: 'header',
          required: false,
          description: 'The revision or `etag` read before: refuses the change when somebody else was quicker',
          schema: { type: 'string' },
        },
        idempotencyKey: {
          name: 'idempotency-key',
          in: 'header',
          required: false,
          description:
            'Makes a repeat of this request answer like the first, for 24 hours; it takes effect at most once',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A session or a token from `/token`' },
        basic: { type: 'http', scheme: 'basic', description: 'Client ID and API key' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'mkt_session', description: "The console's session" },
      },
    },
  }
}
