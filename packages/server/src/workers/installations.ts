import { rotateSigningKey } from '../actions/platform/open-key-ring.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { registerRoute, unregisterRoute } from '../actions/registration/register-route.ts'
import { lifeTimes } from '../domain/installation/hook.ts'
import { createAttendance } from '../lib/schedule/attendance.ts'
import { createAppClient } from '../outbound/app/app-client.ts'
import { startErasures } from './erasures.ts'
import { startLifecycle } from './lifecycle.ts'
import { startPromotions } from './promotions.ts'

const SIGNING_KEY_MS = 30 * 86_400_000
const LOOK_EVERY_MS = 3_600_000

/** Begins to carry installations through their lives. */
export function startInstallations(platform: Platform): { stop(): Promise<void> } {
  const client = createAppClient(platform.log)
  const lifecycle = startLifecycle(platform, {
    client,
    times: lifeTimes,
    attendance: createAttendance(platform.clock),
    register: (installationId) => registerRoute(platform, installationId),
    unregister: (installationId) => unregisterRoute(platform, installationId),
  })
  const rotation = setInterval(() => {
    rotateSigningKey(platform, SIGNING_KEY_MS).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'the signing key could not be rotated; trying again later'),
    )
  }, LOOK_EVERY_MS)
  rotation.unref()
  const promotions = startPromotions(platform)
  const erasures = startErasures(platform)
  return {
    async stop() {
      clearInterval(rotation)
      await promotions.stop()
      await erasures.stop()
      await lifecycle.stop()
      await client.close()
    },
  }
}
