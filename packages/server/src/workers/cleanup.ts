import { guarded } from '../lib/guarded.ts'
import type { Log } from '../lib/log.ts'
import type { CleanupStep } from './cleanup-steps.ts'

const EVERY_MS = 60_000

/**
 * Removes what has outlived its time, in small steps: a step that removes a full batch is followed by another at once. One that fails holds up
 * no other and is tried again with the next round.
 */
export function startCleanup(steps: readonly CleanupStep[], log: Log): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function drain({ clean, full }: CleanupStep): Promise<void> {
    while (!stopped && (await clean(full)) >= full) {}
  }

  async function round(): Promise<void> {
    const failed = new Map<string, unknown>()
    for (const step of steps) await drain(step).catch((error: unknown) => failed.set(step.what, error))
    if (failed.size === 0) return
    const [error] = failed.values()
    log.warn({ err: error, what: [...failed.keys()] }, 'cleaning up failed and is tried again in a minute')
  }

  function begin(): void {
    running = round()
      .catch(complain)
      .finally(() => {
        if (!stopped) timer = setTimeout(guarded(complain, begin), EVERY_MS)
      })
  }

  function complain(error: unknown): void {
    log.error({ err: error }, 'cleaning up failed by a bug')
  }

  begin()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
