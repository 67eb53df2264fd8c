import { RefusedError } from '@mkt/contract/client'
import { QueryClient } from '@tanstack/react-query'

/** A refusal is final; only a server in trouble or out of reach is asked again, twice. */
function isRetryable(count: number, failure: Error): boolean {
  if (count >= 2 || !(failure instanceof RefusedError)) return false
  return failure.status === 0 || failure.status === 502 || failure.status === 503
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: isRetryable, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
