import { Worker } from 'node:worker_threads'
import { guarded } from '../guarded.ts'
import type { SandboxHost } from './host.ts'
import type { KeeperOrder } from './keeper-order.ts'

export interface StartOrder {
  id: number
  program: string
  host: Pick<SandboxHost, 'isRoot' | 'uplink'>
  order: KeeperOrder
}

/** Of the order with this number; what went wrong, if something did. */
export interface StartResult {
  id: number
  failure: string | null
}

export interface KeeperStarter {
  start(order: Omit<StartOrder, 'id'>): Promise<void>
  /** Waits for what is being started. */
  close(): Promise<void>
}

/**
 * Starts keepers from a thread of its own. A process that starts another waits until the new one has its program: on a busy machine tens or hundreds of
 * milliseconds, in which an event loop would answer nobody. An application that ends again and again would hold it up each time.
 */
export function createKeeperStarter(module: string): KeeperStarter {
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let worker: Worker | undefined
  let last = 0

  function settle({ id, failure }: StartResult): void {
    const one = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker?.unref()
    if (failure === null) one?.resolve()
    else one?.reject(new Error(failure))
  }

  function lost(error: unknown): void {
    worker = undefined
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }

  function thread(): Worker {
    if (worker !== undefined) return worker
    const made = new Worker(module)
    const ended = (error: unknown) => {
      if (worker === made) lost(error)
    }
    made.on('message', guarded(ended, settle))
    made.on('error', guarded(ended, ended))
    made.on(
      'exit',
      guarded(ended, (code) => ended(new Error(`the thread that starts instances ended with ${code}`))),
    )
    worker = made
    return made
  }

  return {
    start(order) {
      last += 1
      const id = last
      const result = Promise.withResolvers<void>()
      waiting.set(id, result)
      const used = thread()
      used.ref()
      used.postMessage({ ...order, id } satisfies StartOrder)
      return result.promise
    },
    async close() {
      await Promise.allSettled([...waiting.values()].map(({ promise }) => promise))
      await worker?.terminate()
    },
  }
}
