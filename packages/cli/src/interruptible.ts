import { Abort } from './abort.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs work that Ctrl-C ends in an orderly way: the signal is aborted and the work undoes what it began. A second
 * Ctrl-C ends the process as it stands.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(1)
    controller.abort(new Abort('interrupted', 'Interrupted.'))
  }
  for (const signal of signals) process.on(signal, interrupt)
  try {
    return await work(controller.signal)
  } catch (error) {
    if (controller.signal.aborted && !(error instanceof Abort)) throw controller.signal.reason
    throw error
  } finally {
    for (const signal of signals) process.off(signal, interrupt)
  }
}
