import type { FailureCode } from '@mkt/contract/errors'
import type { FailurePolicy } from '../installation/failure-policy.ts'
import type { RequestKind } from '../route/route.ts'

export type Fallback = 'skipped' | 'last'

/**
 * Failures of the application. A refusal of the application is none: it answered, and the person at the policy system has to
 * read why. Nor is one of the platform's own limits.
 */
const failures: ReadonlySet<FailureCode> = new Set(['app_timeout', 'app_unavailable', 'app_bad_answer'])

/** Fallback for a failed application; undefined to pass the failure on. */
export function fallbackFor(kind: RequestKind, policy: FailurePolicy, code: FailureCode): Fallback | undefined {
  if (!failures.has(code)) return undefined
  if (kind === 'autofill') return policy.autofill === 'skip' ? 'skipped' : undefined
  if (kind === 'rater') return policy.rater === 'last' ? 'last' : undefined
  return undefined
}
