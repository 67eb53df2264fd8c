import { Worker } from 'node:worker_threads'
import type { HostLimits, ThreadHost } from './thread-host.ts'

/** What the inside of a thread is told. */
export interface ThreadData {
  niceness: number
}

/** A thread of this process. */
export function workerHost(module: URL, { memoryMb, niceness }: HostLimits): ThreadHost {
  const workerData: ThreadData = { niceness }
  const worker = new Worker(module, { workerData, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
  return {
    on: (event, listener) => void worker.on(event, listener as (value: unknown) => void),
    off: (event, listener) => void worker.off(event, listener as (value: unknown) => void),
    post: (input) => worker.postMessage(input),
    unref: () => worker.unref(),
    end: () => worker.terminate().then(() => {}),
  }
}
