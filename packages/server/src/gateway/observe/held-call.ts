import type { FailureCode } from '@mkt/contract/errors'
import type { Fallback } from '../../domain/call/fallback.ts'
import type { Route } from '../../domain/route/route.ts'

/** An autofill or rater call that was answered, for those who look at it afterwards. The bytes are not changed any more. */
export interface HeldCall {
  /** Of the record of the call. */
  id: string
  route: Route
  kind: 'autofill' | 'rater'
  path: string
  query: string
  at: Date
  durationMs: number
  timeoutMs: number
  request: Buffer
  /** The answer to the policy system; empty on failure. */
  answer: Buffer
  status: number
  code: FailureCode | null
  fallback: Fallback | null
}

/**
 * Looks at a call after its answer was written. It returns at once, keeps what it needs within bounds of its own, and never throws:
 * nobody waits for it.
 */
export interface HeldCallObserver {
  observe(call: HeldCall): void
  drain(): Promise<void>
}
