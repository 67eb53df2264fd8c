/** Codes of a connection that the other side closed before it answered. */
const closed = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/**
 * Fetch that retries once when a kept-alive connection turns out to be closed. Packing an image can keep this process busy for
 * longer than the platform keeps an idle connection. Only what may be sent twice is: reads, and what carries an
 * idempotency key.
 */
export const steadyFetch: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init)
  } catch (error) {
    if (!mayRepeat(init) || !wasClosed(error) || init?.signal?.aborted) throw error
    return fetch(input, init)
  }
}

function mayRepeat(init: RequestInit = {}): boolean {
  const method = init.method?.toUpperCase() ?? 'GET'
  return method === 'GET' || method === 'HEAD' || new Headers(init.headers).has('idempotency-key')
}

function wasClosed(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code !== undefined && closed.has(cause.code)
}
