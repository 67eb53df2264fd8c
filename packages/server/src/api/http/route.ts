import type { Readable } from 'node:stream'
import type { BodyOf, Operation, OperationId, ParamsOf, QueryOf } from '@mkt/contract/api'
import { operations } from '@mkt/contract/api'
import type { Subject } from '../../domain/accounts/access.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import type { Answered } from './answered.ts'

type OperationById<Id extends OperationId> = (typeof operations)[Id]

type HeaderOf<O extends Operation> = O['answer'] extends { headers: readonly (infer Name)[] } ? Name : never

/** What a handler knows before the body is read: enough to find the thing and decide access. */
export interface Asked<O extends Operation> {
  params: ParamsOf<O>
  caller: Caller
  requestId: string
  /** The key by which the request takes effect at most once, if it came with one. */
  idempotencyKey: string | null
  /** The address of the client, as far as proxies are trusted. */
  address: string
  userAgent: string | null
  /** The `if-match` header, for operations that take one. */
  ifMatch: O extends { ifMatch: true } ? string | null : undefined
  /** The raw request headers, for the few operations whose contract has one. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Aborted when the client goes away. */
  signal: AbortSignal
  /** A header of the answer: one that the operation declares, or one that no caller needs to know. */
  setHeader(name: HeaderOf<O> | 'cache-control' | 'content-disposition' | 'x-accel-buffering', value: string): void
}

/** The validated request together with the thing it is about. */
export interface Told<O extends Operation, S extends Subject> extends Asked<O> {
  query: QueryOf<O>
  body: BodyOf<O>
  subject: S
}

/** An answer that is not JSON: exact bytes, or a stream such as server-sent events. */
export class RawAnswer {
  readonly contentType: string
  readonly body: Uint8Array | Readable
  constructor(contentType: string, body: Uint8Array | Readable) {
    this.contentType = contentType
    this.body = body
  }
}

export interface Handler<O extends Operation, S extends Subject> {
  /** Finds the thing the request is about, or throws `not_found`; access is decided on what it returns. */
  subject(asked: Asked<O>): Promise<S> | S
  handle(told: Told<O, S>): Promise<Answered<O> | RawAnswer> | Answered<O> | RawAnswer
}

/** An operation bound to what carries it out. */
export interface Route {
  id: OperationId
  operation: Operation
  handler: Handler<Operation, Subject>
}

/** Binds one operation. Validation, access and the answer's shape follow from the operation itself. */
export function route<Id extends OperationId, S extends Subject>(
  id: Id,
  handler: Handler<OperationById<Id>, S>,
): Route {
  return { id, operation: operations[id], handler: handler as unknown as Handler<Operation, Subject> }
}
