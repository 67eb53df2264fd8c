import type { Log } from '../lib/log.ts'
import { restartWait } from '../lib/process/restart-wait.ts'

/** One process of the front, as the main process sees it. */
export interface FrontProcess {
  pid: number | undefined
  /** Resolves when it serves; rejects when it ends before. */
  ready: Promise<void>
  ended: Promise<void>
  /** Asks it to finish what is in progress and to end. `replaced`: others go on at once. */
  end(options: { replaced: boolean }): void
  kill(): void
}

export interface KeptProcesses<P extends FrontProcess> {
  /** Those that run at the moment. */
  readonly running: ReadonlySet<P>
  /** Replaces one after another: each new one serves before an old one is asked to end. */
  roll(): Promise<void>
  stop(): Promise<void>
}

export interface KeepOptions<P extends FrontProcess> {
  count: number
  start(): P
  log: Log
  wait(ms: number): Promise<unknown>
  /** How long one that was asked to end may take; then it is killed. */
  endMs: number
}

/**
 * Keeps a number of processes running until it is stopped. One that ends by itself is replaced: at once if it served, later and later if it did not.
 * Rejects when the first ones do not come up.
 */
export async function keepProcesses<P extends FrontProcess>(options: KeepOptions<P>): Promise<KeptProcesses<P>> {
  const { count, start, log, wait, endMs } = options
  const running = new Set<P>()
  const retired = new Set<P>()
  let stopping = false
  let failures = 0
  let rolling: Promise<void> | undefined

  const failed = (error: unknown) => log.error({ error }, 'A process of the front could not be replaced')

  function add(): P {
    const added = start()
    running.add(added)
    added.ready.then(
      () => {
        failures = 0
      },
      () => {
        failures += 1
      },
    )
    const onEnd = () => {
      running.delete(added)
      if (!stopping && !retired.delete(added)) replace(added)
    }
    added.ended.then(onEnd).catch(failed)
    return added
  }

  function replace(lost: P): void {
    const waitMs = restartWait(failures)
    log.error({ pid: lost.pid, waitMs }, 'A process of the front ended by itself; it is replaced')
    const again = () => {
      if (!stopping) add()
    }
    wait(waitMs).then(again).catch(failed)
  }

  async function end(one: P, replaced: boolean): Promise<void> {
    one.end({ replaced })
    const timer = setTimeout(() => one.kill(), endMs)
    await one.ended
    clearTimeout(timer)
  }

  async function stop(): Promise<void> {
    stopping = true
    await Promise.all([...running].map((one) => end(one, false)))
  }

  async function rollAll(): Promise<void> {
    for (const old of [...running]) {
      if (stopping || !running.has(old)) continue
      const fresh = add()
      const served = await fresh.ready.then(
        () => true,
        () => false,
      )
      if (!served) {
        // The one that did not come up is replaced as any other; what serves goes on.
        log.error({ pid: old.pid }, 'A process of the front was not replaced, because a new one does not start')
        retired.add(fresh)
        return
      }
      retired.add(old)
      await end(old, true)
    }
    log.info({ count }, 'The processes of the front were replaced')
  }

  try {
    await Promise.all(Array.from({ length: count }, () => add().ready))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    running,
    roll() {
      rolling ??= rollAll().finally(() => {
        rolling = undefined
      })
      return rolling
    },
    stop,
  }
}
