import { TryAgain } from './errors.ts'

/**
 * Where the ids of finished work are kept. A container keeps no state between calls and several may run, so a real
 * store is outside: a table with a unique key, a cache with "set if absent", or the third party's idempotency key.
 */
export interface OnceStore {
  /** Claims the id: `claimed` for exactly one caller; `running` while that one works; `done` afterwards. */
  claim(id: string): Promise<'claimed' | 'running' | 'done'>
  finish(id: string): Promise<void>
  release(id: string): Promise<void>
}

/**
 * Runs the work once for an id. A repeat of finished work is skipped; a repeat while it runs is sent back to be tried
 * again; failed work may be repeated.
 *
 * @example
 * await once(store, `${context.routeId}/${context.webhookId}`, () => sendLetter(event))
 */
export async function once<T>(store: OnceStore, id: string, work: () => Promise<T>): Promise<T | undefined> {
  const claim = await store.claim(id)
  if (claim === 'done') return undefined
  if (claim === 'running') throw new TryAgain('The same event is being handled already.', { retryAfterSeconds: 5 })
  try {
    const result = await work()
    await store.finish(id)
    return result
  } catch (error) {
    await store.release(id)
    throw error
  }
}

/**
 * A bounded store in memory: spares most repeats within one container, promises nothing across containers or restarts.
 *
 * @example
 * const store = memoryOnceStore({ atMost: 10_000 })
 */
export function memoryOnceStore(options: { atMost?: number } = {}): OnceStore {
  const atMost = options.atMost ?? 10_000
  const states = new Map<string, 'running' | 'done'>()
  return {
    async claim(id) {
      const known = states.get(id)
      if (known) return known
      states.set(id, 'running')
      const oldest = states.keys().next().value
      if (states.size > atMost && oldest !== undefined) states.delete(oldest)
      return 'claimed'
    },
    async finish(id) {
      states.set(id, 'done')
    },
    async release(id) {
      states.delete(id)
    },
  }
}
