import type { z } from 'zod'
import type { FailureCode } from '../../errors/codes.ts'
import type { nextHeader } from './next-header.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an operation answers when it succeeds. Without a schema the body is empty, or bytes of `contentType`. */
export interface Answer {
  status: 200 | 201 | 202 | 204
  schema?: z.ZodType
  description: string
  /** Set where the answer is not JSON: exact bytes, a picture, an event stream. */
  contentType?: string
  /** Headers that matter to the caller, beside those that every answer has. */
  headers?: readonly AnswerHeader[]
}

export type AnswerHeader = 'etag' | 'set-cookie' | 'content-disposition' | typeof nextHeader

/**
 * One thing the publishing interface can do, as a value. Validation, the typed client, OpenAPI and the
 * access test all follow from it, so an operation is described once.
 */
export interface Operation {
  method: Method
  /** Below `/api/v1`, parameters in braces. */
  path: `/${string}`
  group: string
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Most bytes of a JSON body, where 1 MB is not enough. */
  bodyBytes?: number
  /** The content types a binary body may have; then `body` is absent and the handler gets the bytes. */
  bytes?: { contentTypes: readonly string[]; limit: number }
  answer: Answer
  /** What the operation itself refuses. What every operation of its kind can be refused for is in `refusals.ts`. */
  errors: readonly FailureCode[]
  /** Takes the `etag` read before as `if-match`, and refuses the change when somebody else was quicker. */
  ifMatch?: true
  /** The answer shows a secret once: a replay by idempotency key is refused instead of repeated. */
  showsSecret?: true
  /**
   * People with a second factor have to have proved it within five minutes. `always`: people without one their password, because the
   * operation adds a factor.
   */
  stepUp?: 'if-factor' | 'always'
}

/** Keeps the precise types of an operation while checking its shape. */
export function operation<const O extends Operation>(value: O): O {
  return value
}

type Infer<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : undefined

export type ParamsOf<O extends Operation> = Infer<O['params']>
export type QueryOf<O extends Operation> = Infer<O['query']>
export type BodyOf<O extends Operation> = O extends { bytes: object } ? Uint8Array : Infer<O['body']>
export type AnswerOf<O extends Operation> = O['answer'] extends { schema: infer S } ? Input<S> : undefined
export type AnswerRead<O extends Operation> = O['answer'] extends { schema: infer S } ? Infer<S> : undefined
export type BodySent<O extends Operation> = O extends { bytes: object } ? Uint8Array : Input<O['body']>
export type QuerySent<O extends Operation> = Input<O['query']>
