import type { Route } from '../domain/route/route.ts'
import type { Log } from '../lib/log.ts'

const WARM_EVERY_MS = 250

/** Prefetches the tenant token in the background, so it is ready when the application reads its state. Concurrent calls share one request. */
export function createTokenWarmer(ask: (installationId: string) => Promise<unknown>, log: Log): (route: Route) => void {
  const asked = new WeakMap<Route, number>()
  return (route) => {
    // Such an application gets no token.
    if (route.tenantAccess === 'none') return
    const now = performance.now()
    if (now - (asked.get(route) ?? Number.NEGATIVE_INFINITY) < WARM_EVERY_MS) return
    asked.set(route, now)
    const { installationId } = route
    ask(installationId).catch((error: Error) =>
      log.debug({ error: error.message, installationId }, 'No token could be had ahead of time'),
    )
  }
}
