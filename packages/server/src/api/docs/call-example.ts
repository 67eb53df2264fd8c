import { access, type OperationId } from '@mkt/contract/api'
import { type ExampleSchema, exampleOf } from './example-of.ts'
import type { TriedOperation } from './tried-operations.ts'

/** Parts of a path and values of a query are variables of the shell, so that the line can be copied and run. */
const variable = (name: string) => `$${name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase()}`

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function credentials(id: string): string[] {
  const { anyone, signedIn, scopes, test } = access[id as OperationId]
  if (anyone === true) return []
  const takesKey = signedIn === true || scopes !== undefined || test?.scopes !== undefined
  return [takesKey ? '-u "$MKT_CLIENT_ID:$MKT_API_KEY"' : '-H "authorization: Bearer $MKT_TOKEN"']
}

function body({ body: json, file }: TriedOperation): string[] {
  if (json !== null) return ["-H 'content-type: application/json'", `-d ${quoted(json)}`]
  return file[0] === undefined ? [] : [`-H ${quoted(`content-type: ${file[0]}`)}`, '--data-binary @"$FILE"']
}

/** The request of an operation as a command, with the variables that the tool reads. */
export function curlOf(id: string, operation: TriedOperation): string {
  const { method, path, parameters } = operation
  const needed = parameters.filter((row) => row.in === 'query' && row.required)
  const query = needed.map(({ name, choices }) => `${name}=${choices[0] ?? variable(name)}`).join('&')
  const address = `$MKT_URL${path.replace(/\{(\w+)\}/g, (_, name: string) => variable(name))}${query === '' ? '' : `?${query}`}`
  const how = method === 'GET' ? '' : ` -X ${method}`
  return [`curl${how} "${address}"`, ...credentials(id), ...body(operation)].join(' \\\n  ')
}

/** An answer as it comes over the wire: its status, its type, and a body of the right shape. */
export function answerExample(
  status: string,
  content: Record<string, { schema: ExampleSchema }> | undefined,
  shared: Readonly<Record<string, ExampleSchema>>,
): string {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  if (type === undefined || media === undefined) return `HTTP/1.1 ${status}`
  const head = `HTTP/1.1 ${status}\ncontent-type: ${type}\n\n`
  if (media.schema.format === 'binary') return `${head}…`
  return `${head}${JSON.stringify(exampleOf(media.schema, shared, 'whole'), null, 2)}`
}
