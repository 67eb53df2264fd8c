import type { Runner } from '../actions/deployment/runner.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { careForShadows } from '../actions/trial/care-for-shadows.ts'
import { guarded } from '../lib/guarded.ts'

const EVERY_MS = 5_000

/** Cares for the containers of shadows, one look after another. */
export function startShadows(platform: Platform, runner: Runner): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const failed = (error: unknown) => {
    if (!stopping.signal.aborted) platform.log.warn({ err: error }, 'Shadows could not be cared for; trying again soon')
  }
  const look = () => {
    running ??= careForShadows(platform, runner, stopping.signal)
      .catch(failed)
      .finally(() => {
        running = undefined
      })
    return running
  }
  const timer = setInterval(guarded(failed, look), EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
