import { operations } from '@mkt/contract/api'
import { vi } from 'vitest'

type Operations = typeof operations
type OperationId = keyof Operations
type AnswerOf<Id extends OperationId> = Operations[Id]['answer'] extends { schema: { _zod: { input: infer Answer } } }
  ? Answer
  : Operations[Id]['answer'] extends { contentType: string }
    ? string
    : null

export interface Request {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  headers: Record<string, string>
}

/** What the platform says when it does not do what it is asked. */
export class Refusal {
  readonly status: number
  readonly problem: Record<string, unknown>

  constructor(status: number, code: string, detail: string, more: Record<string, unknown> = {}) {
    this.status = status
    this.problem = { code, title: code, status, detail, ...more }
  }
}

type Reply<Id extends OperationId> = AnswerOf<Id> | Refusal | Promise<AnswerOf<Id> | Refusal>
export type Answers = { [Id in OperationId]?: Reply<Id> | ((request: Request) => Reply<Id>) }

export interface FakeApi {
  /** Operations in the order they were asked for. */
  asked: OperationId[]
  requests: (Request & { operation: OperationId })[]
  /** What no answer was prepared for; a test that leaves something here fails. */
  unexpected: string[]
}

const routes = Object.entries(operations).map(([id, { method, path }]) => ({
  id: id as OperationId,
  method: method as string,
  pattern: new RegExp(`^/api/v1${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

function find(method: string, path: string) {
  for (const { id, method: wanted, pattern } of routes) {
    const match = wanted === method ? pattern.exec(path) : null
    if (match) return { id, params: { ...match.groups } }
  }
  return undefined
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Stands in for the platform: answers by operation, and holds each answer against the operation's own schema. */
export function fakeApi(answers: Answers): FakeApi {
  const api: FakeApi = { asked: [], requests: [], unexpected: [] }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://console.test')
    const method = init.method ?? 'GET'
    const found = find(method, url.pathname)
    const prepared = found && answers[found.id]
    if (!found || prepared === undefined) {
      api.unexpected.push(`${method} ${url.pathname} (${found?.id ?? 'no operation'})`)
      return json(501, { code: 'unexpected', detail: `No answer was prepared for ${method} ${url.pathname}.` })
    }
    const request: Request = {
      params: found.params,
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      headers: (init.headers ?? {}) as Record<string, string>,
    }
    api.asked.push(found.id)
    api.requests.push({ operation: found.id, ...request })
    const reply: unknown = await (typeof prepared === 'function' ? prepared(request) : prepared)
    if (reply instanceof Refusal) return json(reply.status, reply.problem)
    const { answer } = operations[found.id]
    if ('contentType' in answer) return new Response(String(reply), { headers: { 'content-type': 'text/plain' } })
    if (!('schema' in answer)) return new Response(null, { status: 204 })
    const checked = answer.schema.safeParse(reply)
    if (!checked.success) {
      api.unexpected.push(`${found.id} was given an answer it cannot have: ${checked.error.message}`)
      return json(501, { code: 'unexpected', detail: checked.error.message })
    }
    return json(answer.status, checked.data)
  })
  return api
}
