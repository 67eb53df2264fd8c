import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { baseOf, type TenantAddress } from '../../domain/tenant/tenant.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Secret } from '../../lib/secret.ts'
import { settled } from '../../lib/settled.ts'
import { QueueFull } from '../../lib/sharing/fair-queue.ts'
import type { HttpClient, OutboundAnswer, OutboundRequest } from '../http-client.ts'
import { OutboundError } from '../outbound-error.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { parseAnswer, shapeAnswer } from './policy-answer.ts'
import { policyBounds } from './policy-bounds.ts'
import type { PolicyQueue } from './policy-queue.ts'
import { PolicySystemError, troubleOf } from './policy-system-error.ts'

export interface PolicyRequest {
  method: OutboundRequest['method']
  /** Below the tenant's API address; parts from outside are encoded by the caller. */
  path: string
  token?: Secret
  body?: unknown
  /** Bytes read of the answer. */
  maxBytes?: number
  /** What is left for all answers of a walk through a list; each takes from it. */
  walk?: { bytesLeft: number }
}

/** Calls one tenant's policy system: JSON, the token, retries where they are safe, and a circuit breaker. */
export interface PolicyClient {
  call(request: PolicyRequest): Promise<unknown>
  /** The answer as it came, not parsed. */
  bytes(request: PolicyRequest): Promise<Buffer>
  /** The same with the answer checked; an answer of another shape counts as no answer. */
  read<S extends z.ZodType>(request: PolicyRequest, schema: S): Promise<z.output<S>>
}

const RETRY_DELAYS_MS = [150, 500]

export interface PolicyClientParts {
  http: Pick<HttpClient, 'send'>
  /** Shared by all tenants, so that what their answers hold in memory together is bounded. */
  queue: PolicyQueue
  breaker: CircuitBreaker
  clock: Clock
  /** Asks although calls are paused after repeated failures: somebody waits for the answer. */
  evenPaused?: boolean
}

export function createPolicyClient(parts: PolicyClientParts, tenant: TenantAddress): PolicyClient {
  const host = new URL(tenant.apiUrl).host

  /** Looks at an answer while its call has its place in the queue, so that no more is read at once than there are places. */
  async function once<T>(request: PolicyRequest, look: (body: Buffer) => T): Promise<T> {
    const rest = parts.evenPaused ? undefined : parts.breaker.rest(tenant.id, parts.clock.now())
    if (rest) {
      const message = `${rest.reason}, repeatedly, so calls to it are paused for a moment`
      throw new PolicySystemError('unavailable', message, Math.ceil(rest.ms / 1000))
    }
    let answer: OutboundAnswer
    let seen: { value: T } | undefined
    try {
      answer = await parts.queue.run(tenant, async () => {
        const received = await parts.http.send(toOutbound(request, tenant))
        if (received.status < 300) seen = { value: look(received.body) }
        return received
      })
    } catch (error) {
      if (error instanceof QueueFull)
        throw new PolicySystemError('unavailable', `too many calls to ${host} are waiting`)
      if (!(error instanceof OutboundError)) throw error
      parts.breaker.failed(tenant.id, parts.clock.now(), error.message)
      throw new PolicySystemError('unavailable', error.message)
    }
    const trouble = seen === undefined ? troubleOf(answer.status) : null
    const message = `${host} ${describe(answer, request)}`
    if (trouble === 'unavailable') parts.breaker.failed(tenant.id, parts.clock.now(), message)
    else parts.breaker.succeeded(tenant.id)
    if (seen === undefined) throw new PolicySystemError(troubleOf(answer.status), message, retryAfter(answer))
    return seen.value
  }

  async function answered<T>(request: PolicyRequest, look: (body: Buffer) => T): Promise<T> {
    // A POST may have been carried out although its answer was lost; repeating it is for the caller to decide.
    const delays = request.method === 'POST' || request.method === 'PATCH' ? [] : RETRY_DELAYS_MS
    for (const milliseconds of delays) {
      try {
        return await once(request, look)
      } catch (error) {
        if (!(error instanceof PolicySystemError) || error.trouble !== 'unavailable') throw error
        await delay(milliseconds)
      }
    }
    return once(request, look)
  }

  /** An answer that makes no sense is an answer: it is not asked for again. */
  async function understood<T>(request: PolicyRequest, look: (body: Buffer) => T): Promise<T> {
    const seen = await answered(request, settled(look))
    return seen()
  }

  function parsed(request: PolicyRequest, body: Buffer): unknown {
    if (request.walk !== undefined) {
      request.walk.bytesLeft -= body.length
      if (request.walk.bytesLeft < 0)
        throw new PolicySystemError('unavailable', `${host} answered with a list that is too long`)
    }
    return parseAnswer(body, host)
  }

  return {
    call: (request) => understood(request, (body) => parsed(request, body)),
    bytes: (request) => answered(request, (body) => body),
    read: (request, schema) =>
      understood(request, (body) => shapeAnswer(parsed(request, body), schema, { host, ...request })),
  }
}

function toOutbound(request: PolicyRequest, tenant: TenantAddress): OutboundRequest {
  return {
    method: request.method,
    url: `${baseOf(tenant.apiUrl)}${request.path}`,
    headers: {
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token.reveal()}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    maxBytes: request.maxBytes ?? policyBounds.bytes,
  }
}

/** The path without its query, which may carry what nobody should read in a log. */
function describe(answer: OutboundAnswer, request: PolicyRequest): string {
  return `answered ${request.method} ${request.path.split('?')[0]} with ${answer.status}`
}

function retryAfter(answer: OutboundAnswer): number {
  const seconds = Number(answer.headers['retry-after'])
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, 3_600) : 10
}
