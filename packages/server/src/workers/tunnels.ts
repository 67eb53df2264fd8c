import type { Platform } from '../actions/platform/platform.ts'
import { expireTunnels } from '../actions/route/close-tunnel.ts'

const EVERY_MS = 5_000

/** Ends tunnels whose process died, so that traffic goes to the deployed release again. */
export function startTunnelCare(platform: Platform): { stop(): Promise<void> } {
  let running: Promise<unknown> | undefined
  function look(): void {
    running ??= expireTunnels(platform)
      .catch((error: unknown) => platform.log.warn({ err: error }, 'Tunnels that ended could not be removed'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(look, EVERY_MS)
  look()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
