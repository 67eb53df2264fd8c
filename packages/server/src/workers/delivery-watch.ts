import { tellDeadLetters } from '../actions/delivery/tell-dead-letters.ts'
import { watchHealth } from '../actions/delivery/watch-health.ts'
import { watchRoutes } from '../actions/delivery/watch-routes.ts'
import type { Changing } from '../actions/platform/change.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { guarded } from '../lib/guarded.ts'

const EVERY_MS = 30_000
const SETTLING_MS = 10_000

/** Looks at failing routes, dead letters and failing installations by the clock. Every worker looks; a row is decided on under its lock. */
export function startDeliveryWatch(platform: Changing & Pick<Platform, 'log'>): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const failed = (error: unknown) =>
    platform.log.warn({ err: error }, 'Failing routes could not be looked at; trying again soon')
  const look = async () => {
    await watchRoutes(platform)
    await tellDeadLetters(platform, { lagMs: SETTLING_MS })
    await watchHealth(platform)
  }
  const timer = setInterval(
    guarded(failed, () => {
      running = running.then(look).catch(failed)
    }),
    EVERY_MS,
  )
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
