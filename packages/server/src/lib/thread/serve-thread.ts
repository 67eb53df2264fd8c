import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { guarded } from '../guarded.ts'
import type { ThreadData, ThreadResult } from './thread.ts'

/** The inside of a thread: tells that it is ready, then answers each input. What the work throws is its answer. */
export function serveThread<In, Out>(work: (input: In) => Out): void {
  const port = parentPort
  if (port === null) throw new Error('This module runs in a thread.')
  // On Linux this is the priority of the calling thread alone: the event loop goes first where both want the processor.
  if (process.platform === 'linux') setPriority((workerData as ThreadData).niceness)
  const answer = (result: ThreadResult<Out>) => port.postMessage(result)
  port.on(
    'message',
    guarded(
      () => answer({ done: false, why: 'failed' }),
      (input: In) => answer({ done: true, value: work(input) }),
    ),
  )
  port.postMessage('ready')
}
