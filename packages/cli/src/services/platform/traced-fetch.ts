/** Tells of each request what was asked, what came back and how long it took. Headers and bodies may hold secrets and are not told. */
export function tracedFetch(send: typeof fetch, trace: (line: string) => void): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : undefined
    const { origin, pathname } = new URL(request?.url ?? String(input))
    const what = `${init?.method ?? request?.method ?? 'GET'} ${origin}${pathname}`
    const started = performance.now()
    const took = () => `${Math.round(performance.now() - started)} ms`
    try {
      const response = await send(input, init)
      trace(
        `debug: ${what} → ${response.status} in ${took()} (${response.headers.get('x-request-id') ?? 'no request id'})`,
      )
      return response
    } catch (error) {
      trace(`debug: ${what} failed after ${took()}: ${error instanceof Error ? error.message : String(error)}`)
      throw error
    }
  }
}
