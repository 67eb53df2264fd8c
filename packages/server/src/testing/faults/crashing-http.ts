import type { HttpClient, OutboundRequest } from '../../outbound/http-client.ts'
import type { TestSimulator } from '../outside/simulator.ts'

/** The process is gone: nothing catches this, as nothing would run. */
export class Crash extends Error {
  override name = 'Crash'
}

export interface CrashingHttp extends HttpClient {
  /** Crash at the request with this number from now on, before it is sent or after it was carried out; null: never. */
  crashAt(request: number | null, after: boolean): void
}

/** Answers from the simulator without connections, and breaks off where told to. */
export function crashingHttp(simulator: TestSimulator): CrashingHttp {
  let left: number | null = null
  let afterwards = false
  const { connected } = simulator.ready

  async function answer(request: OutboundRequest) {
    const url = new URL(request.url)
    const variant = url.origin === connected.apiUrl ? 'connected' : 'enterprise'
    const response = await simulator.inject(variant, {
      method: request.method,
      url: url.pathname + url.search,
      headers: request.headers ?? {},
      ...(request.body === undefined ? {} : { payload: request.body }),
    })
    return { status: response.statusCode, headers: response.headers as never, body: response.rawPayload }
  }

  return {
    crashAt(request, after) {
      left = request
      afterwards = after
    },
    async send(request) {
      const crashes = left !== null && left-- === 0
      if (crashes && !afterwards) throw new Crash('before a request')
      const answered = await answer(request)
      if (crashes) throw new Crash('after a request')
      return answered
    },
    close: async () => {},
  }
}
