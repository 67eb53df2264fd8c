import { guarded } from '../guarded.ts'
import { within } from '../schedule/within.ts'
import { childHost } from './child-host.ts'
import type { ThreadHost } from './thread-host.ts'
import { workerHost } from './worker-host.ts'

/** It took too long, the work threw, or the thread ended, for which somebody else may be to blame. */
export type ThreadFailure = 'deadline' | 'failed' | 'ended'
export type ThreadResult<Out> = { done: true; value: Out } | { done: false; why: ThreadFailure }

export interface ThreadLimits {
  /** How long one piece of work may take. */
  deadlineMs: number
  memoryMb: number
  /** How far it gives way to everything else that computes here: 0 not at all, 19 entirely. */
  niceness?: number
  /** In a process of its own: for what computes for long at a low priority. */
  isProcess?: boolean
}

export interface Thread<In, Out> {
  /** Resolves when the thread is there, or will not be. */
  ready(): Promise<void>
  /** One piece of work at a time: call it from a queue. */
  run(input: In): Promise<ThreadResult<Out>>
  close(): Promise<void>
}

/** A tenth of the weight of the event loop: strangers decide how much there is to do. */
const NICENESS = 10
/** Loading its modules takes a thread this long at most, on a busy machine too. */
const START_MS = 60_000

/**
 * Work on untrusted input, apart from the event loop: a thread that takes too long, runs out of memory or throws is ended, and the next piece
 * of work gets a new one. `module` calls `serveThread`.
 */
export function createThread<In, Out>(module: URL, limits: ThreadLimits): Thread<In, Out> {
  let worker: ThreadHost | undefined
  let ready: Promise<void> | undefined

  function start(): ThreadHost {
    const niceness = limits.niceness ?? NICENESS
    const host = limits.isProcess === true ? childHost : workerHost
    const started = host(module, { niceness, memoryMb: limits.memoryMb })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const failed = (error: unknown) => {
      if (worker === started) worker = undefined
      reject(error)
    }
    // A caller that waits for an answer has its own listener for the end.
    started.on('message', guarded(failed, resolve))
    started.on('error', guarded(failed, failed))
    started.on('exit', guarded(failed, failed))
    started.unref()
    promise.catch(() => {})
    worker = started
    ready = promise
    return started
  }

  async function end(ended: ThreadHost): Promise<void> {
    if (worker === ended) worker = undefined
    await ended.end()
  }

  return {
    async ready() {
      if (worker === undefined) start()
      // Whether there is one is for the next piece of work to say.
      await within(ready ?? Promise.resolve(), START_MS).catch(() => {})
    },
    async run(input) {
      const used = worker ?? start()
      const { promise, resolve } = Promise.withResolvers<ThreadResult<Out>>()
      const gone = () => resolve({ done: false, why: 'ended' })
      const answered = guarded(gone, (answer: ThreadResult<Out>) => resolve(answer))
      const failed = guarded(gone, gone)
      try {
        await within(ready ?? Promise.resolve(), START_MS)
        used.on('message', answered)
        used.on('error', failed)
        used.on('exit', failed)
        used.post(input)
        const result = await within(promise, limits.deadlineMs)
        if (result === undefined) await end(used)
        return result ?? { done: false, why: 'deadline' }
      } catch {
        await end(used)
        return { done: false, why: 'ended' }
      } finally {
        used.off('message', answered)
        used.off('error', failed)
        used.off('exit', failed)
      }
    },
    async close() {
      if (worker !== undefined) await end(worker)
    },
  }
}
