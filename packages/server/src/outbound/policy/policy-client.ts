import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { baseOf, type TenantAddress } from '../../domain/tenant/tenant.ts'
import type { Clock } from '../../lib/clock.ts'
import { isNestedDeeper } from '../../lib/json-depth.ts'
import type { Secret } from '../../lib/secret.ts'
import type { CircuitBreaker } from '../circuit-breaker.ts'
import type { HttpClient, OutboundAnswer, OutboundRequest } from '../http-client.ts'
import { OutboundError } from '../outbound-error.ts'
import { PolicySystemError, troubleOf } from './policy-system-error.ts'

export interface PolicyRequest {
  method: OutboundRequest['method']
  /** Below the tenant's API address; parts from outside are encoded by the caller. */
  path: string
  token?: Secret
  body?: unknown
}

/** Calls one tenant's policy system: JSON, the token, retries where they are safe, and a circuit breaker. */
export interface PolicyClient {
  call(request: PolicyRequest): Promise<unknown>
  /** The same with the answer checked; an answer of another shape counts as no answer. */
  read<S extends z.ZodType>(request: PolicyRequest, schema: S): Promise<z.output<S>>
}

const RETRY_DELAYS_MS = [150, 500]
const DEEPEST = 200

export interface PolicyClientParts {
  http: Pick<HttpClient, 'send'>
  breaker: CircuitBreaker
  clock: Clock
}

export function createPolicyClient(parts: PolicyClientParts, tenant: TenantAddress): PolicyClient {
  const host = new URL(tenant.apiUrl).host

  async function once(request: PolicyRequest): Promise<unknown> {
    const rest = parts.breaker.restMs(tenant.id, parts.clock.now())
    if (rest > 0)
      throw new PolicySystemError(
        'unavailable',
        `calls to ${host} are paused after repeated failures`,
        Math.ceil(rest / 1000),
      )
    let answer: OutboundAnswer
    try {
      answer = await parts.http.send(toOutbound(request, tenant))
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      parts.breaker.failed(tenant.id, parts.clock.now())
      throw new PolicySystemError('unavailable', error.message)
    }
    const trouble = answer.status < 300 ? null : troubleOf(answer.status)
    if (trouble === 'unavailable') parts.breaker.failed(tenant.id, parts.clock.now())
    else parts.breaker.succeeded(tenant.id)
    if (trouble !== null)
      throw new PolicySystemError(trouble, `${host} ${describe(answer, request)}`, retryAfter(answer))
    return parsed(answer, host)
  }

  async function call(request: PolicyRequest): Promise<unknown> {
    // A POST may have been carried out although its answer was lost; repeating it is for the caller to decide.
    const delays = request.method === 'POST' || request.method === 'PATCH' ? [] : RETRY_DELAYS_MS
    for (const milliseconds of delays) {
      try {
        return await once(request)
      } catch (error) {
        if (!(error instanceof PolicySystemError) || error.trouble !== 'unavailable') throw error
        await delay(milliseconds)
      }
    }
    return once(request)
  }

  return {
    call,
    async read(request, schema) {
      const result = schema.safeParse(await call(request))
      if (result.success) return result.data
      throw new PolicySystemError(
        'unavailable',
        `${host} answered ${request.method} ${request.path} in an unknown shape`,
      )
    },
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
  }
}

function parsed(answer: OutboundAnswer, host: string): unknown {
  if (answer.body.length === 0) return null
  const text = answer.body.toString('utf8')
  if (isNestedDeeper(text, DEEPEST))
    throw new PolicySystemError('unavailable', `${host} answered with JSON nested deeper than ${DEEPEST} levels`)
  try {
    return JSON.parse(text)
  } catch {
    throw new PolicySystemError('unavailable', `${host} answered with something that is not JSON`)
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
