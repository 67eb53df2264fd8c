import { parentPort, workerData } from 'node:worker_threads'
import { guarded } from '../guarded.ts'
import { giveWay } from './give-way.ts'
import type { ThreadResult } from './thread.ts'
import type { ThreadData } from './worker-host.ts'

/** The inside of a thread, or of a process that stands for one: tells that it is ready, then answers each input. What the work throws is its answer. */
export function serveThread<In, Out>(work: (input: In) => Out): void {
  const host = parentPort === null ? processHost<In>() : threadHost<In>(parentPort)
  giveWay(host.niceness)
  const answer = (result: ThreadResult<Out>) => host.tell(result)
  host.answer(
    () => answer({ done: false, why: 'failed' }),
    (input) => answer({ done: true, value: work(input) }),
  )
  host.tell('ready')
}

interface Host<In> {
  niceness: number
  tell(value: unknown): void
  answer(failed: () => void, listener: (input: In) => void): void
}

function threadHost<In>(port: NonNullable<typeof parentPort>): Host<In> {
  return {
    niceness: (workerData as ThreadData).niceness,
    tell: (value) => port.postMessage(value),
    answer(failed, listener) {
      port.on('message', guarded(failed, listener))
    },
  }
}

function processHost<In>(): Host<In> {
  if (process.send === undefined)
    throw new Error('This module runs in a thread, or in a process that is asked by another.')
  // It ends with the one that asks.
  process.once('disconnect', () => process.exit())
  return {
    niceness: Number(process.argv[2]),
    tell(value) {
      process.send?.(value, undefined, undefined, () => {})
    },
    answer(failed, listener) {
      process.on('message', guarded(failed, listener))
    },
  }
}
