import { type ExampleSchema, exampleOf } from './example-of.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: ExampleSchema & { description?: string }
}

interface Described {
  operationId: string
  security?: object[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: ExampleSchema }> }
}

interface Document {
  paths: Record<string, Record<string, Described>>
  components: { parameters: Record<string, Parameter>; schemas: Record<string, ExampleSchema> }
}

/** An operation as the page lets somebody send it. */
export interface TriedOperation {
  method: string
  path: string
  /** Anyone may call it, so it needs neither session nor key. */
  isPublic: boolean
  parameters: { name: string; in: string; required: boolean; choices: string[]; about: string }[]
  /** What a JSON body begins with; null where there is none. */
  body: string | null
  /** Types of a body that is a file. */
  file: string[]
}

/** Nobody who tries an operation out sends it twice by mistake: the page asks first. */
const LEFT_OUT = ['idempotency-key']

function parameterOf(row: Parameter | { $ref: string }, { components }: Document): Parameter {
  if (!('$ref' in row)) return row
  const found = components.parameters[row.$ref.split('/').at(-1) ?? '']
  if (found === undefined) throw new Error(`the document lacks ${row.$ref}`)
  return found
}

function triedOperation(method: string, path: string, described: Described, document: Document): TriedOperation {
  const content = Object.entries(described.requestBody?.content ?? {})
  const json = content.find(([type]) => type === 'application/json')?.[1].schema
  const parameters = described.parameters
    .map((row) => parameterOf(row, document))
    .filter(({ name }) => !LEFT_OUT.includes(name.toLowerCase()))
    .map(({ name, in: place, required = false, schema = {} }) => ({
      ...{ name, in: place, required, about: schema.description ?? '' },
      choices: (schema.enum ?? []).map(String),
    }))
  return {
    ...{ method: method.toUpperCase(), path, parameters },
    isPublic: described.security?.length === 0,
    body: json === undefined ? null : JSON.stringify(exampleOf(json, document.components.schemas), null, 2),
    file: json === undefined ? content.map(([type]) => type) : [],
  }
}

/** Every operation of the interface by its id, for the script that sends them. */
export function triedOperations(description: object): Record<string, TriedOperation> {
  const document = description as Document
  return Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, row]) => [row.operationId, triedOperation(method, path, row, document)]),
    ),
  )
}
