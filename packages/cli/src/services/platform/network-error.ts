import { RefusedError } from '@mkt/contract/client'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EPIPE',
])

/** Whether nobody answered. The errors of fetch hide the reason in `cause`, several deep. */
export function isNetworkError(error: unknown): error is Error {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException
    if (code !== undefined && (networkCodes.has(code) || code.startsWith('UND_ERR_'))) return true
    if (at instanceof AggregateError && at.errors.some(isNetworkError)) return true
  }
  return error instanceof TypeError && error.message === 'fetch failed'
}

/** Whether a retry may help: the platform is unreachable, busy, or restarting. */
export function isPassing(error: unknown): boolean {
  if (error instanceof RefusedError) return error.status === 429 || error.status >= 500
  return isNetworkError(error)
}

/** Why nobody answered, in the words of the innermost error. */
export function networkReason(error: Error): string {
  let last: Error = error
  while (last.cause instanceof Error) last = last.cause
  const inner = last instanceof AggregateError ? ((last.errors[0] as Error | undefined) ?? last) : last
  return inner.message
}
