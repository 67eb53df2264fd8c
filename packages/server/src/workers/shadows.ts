import type { Runner } from '../actions/deployment/runner.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { careForShadows } from '../actions/trial/care-for-shadows.ts'
import { startPeriodic } from '../lib/schedule/periodic.ts'

const EVERY_MS = 5_000

/** Cares for the containers of shadows, one look after another. */
export function startShadows(platform: Platform, runner: Runner): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const failed = (error: unknown) => {
    if (!stopping.signal.aborted) platform.log.warn({ err: error }, 'Shadows could not be cared for; trying again soon')
  }
  const looking = startPeriodic(() => careForShadows(platform, runner, stopping.signal), EVERY_MS, failed)
  return {
    async stop() {
      stopping.abort()
      await looking.stop()
    },
  }
}
