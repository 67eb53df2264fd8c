import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseScimFilter, type ScimClause } from '../domain/identity/scim-filter.ts'
import type { LeftOut } from '../domain/platform/items.ts'

export type ScimRequest = FastifyRequest<{
  Params: { org: string; id: string }
  Querystring: Record<string, string | string[]>
}>

/** One request of a directory whose token was right. */
export interface Exchange {
  request: ScimRequest
  reply: FastifyReply
  organizationId: string
  /** The address of the directory's interface. */
  base: string
  /** Reports a row that a list cannot show: one bad row never fails a list. */
  leftOut: LeftOut
  origin: { caller: { kind: 'nobody' }; requestId: string; address: string; idempotencyKey: null }
}

/** Answers with a resource, or with nothing. */
export type Step = (exchange: Exchange) => Promise<object | undefined>

const MAX_RESULTS = 200

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

export function clausesOf({ query }: ScimRequest): ScimClause[] {
  const filter = single(query.filter)
  return filter === undefined || filter.trim() === '' ? [] : parseScimFilter(filter.slice(0, 4000))
}

/** Pages begin at 1; what is no number counts as not given. */
export function pageOf({ query }: ScimRequest): { offset: number; limit: number } {
  const number = (value: string | string[] | undefined, otherwise: number) => {
    const given = Number.parseInt(single(value) ?? '', 10)
    return Number.isFinite(given) ? Math.min(Math.max(0, given), 1_000_000) : otherwise
  }
  const offset = Math.max(1, number(query.startIndex, 1)) - 1
  return { offset, limit: Math.min(MAX_RESULTS, number(query.count, 100)) }
}
