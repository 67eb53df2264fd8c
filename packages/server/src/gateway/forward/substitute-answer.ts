import type { Failure } from '@mkt/contract/errors'
import { type Fallback, fallbackFor } from '../../domain/call/fallback.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../parts.ts'

export interface Substitute {
  fallback: Fallback
  body: Buffer
}

const EMPTY_UPDATE = Buffer.from('{}')

/** What the policy system gets instead of a failure, where the customer chose so and there is something to give. */
export async function substituteAnswer(
  parts: GatewayParts,
  { route, kind, path, query }: Exchange,
  failure: Failure,
  request: Buffer,
): Promise<Substitute | undefined> {
  const fallback = fallbackFor(kind, route.onFailure, failure.code)
  if (fallback === undefined) return undefined
  if (fallback === 'skipped') return { fallback, body: EMPTY_UPDATE }
  const body = await parts.lastAnswers?.find(route, path + query, request)
  return body && { fallback, body }
}
