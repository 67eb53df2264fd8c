import type { Platform } from '../actions/platform.ts'
import { registerRoute, unregisterRoute } from '../actions/register-route.ts'
import { lifeTimes } from '../domain/hook.ts'
import { createAppClient } from '../outbound/app-client.ts'
import { startLifecycle } from './lifecycle.ts'

/** Begins to carry installations through their lives. */
export function startInstallations(platform: Platform): { stop(): Promise<void> } {
  const client = createAppClient()
  const lifecycle = startLifecycle(platform, {
    client,
    times: lifeTimes,
    register: (installationId) => registerRoute(platform, installationId),
    unregister: (installationId) => unregisterRoute(platform, installationId),
  })
  return {
    async stop() {
      await lifecycle.stop()
      await client.close()
    },
  }
}
