import { Agent, Client, type Dispatcher, Pool } from 'undici'

/**
 * A request that cannot be written (a character that no header may hold) is refused while it is handed over. The pool takes that refusal for
 * "busy" and waits for a sign that never comes, so each one would take a connection of the origin for good.
 */
class FreeAfterRefusal extends Client {
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const takesMore = super.dispatch(options, handler)
    return takesMore || this.stats.size === 0
  }
}

/** The pools of connections by which requests go out. */
export function createAgent(options: Agent.Options): Agent {
  const factory = (origin: string | URL, ofPool: object) =>
    new Pool(origin, { ...ofPool, factory: (to, ofClient) => new FreeAfterRefusal(to, ofClient) })
  return new Agent({ ...options, factory })
}

/** The answer, or the reason of the signal as soon as it is given: a request that waits for a connection does not hear its own signal. */
export async function orAborted<T>(answer: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (signal === null) return answer
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([answer, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
