import type { Route } from '../../domain/route/route.ts'
import type { Platform } from '../platform/platform.ts'
import type { RouteTable } from '../route/route-table.ts'
import { signingSecretOf } from './register-installation.ts'

/**
 * The secret that a route's calls are signed with, where signatures are asked for: with an https gateway. Kept in memory until the
 * installation changes.
 */
export function createSigningSecrets(
  platform: Platform,
  routes: Pick<RouteTable, 'onChange'>,
): (route: Route) => Promise<string | undefined> {
  const known = new Map<string, Promise<string | undefined>>()
  routes.onChange((installationId) => known.delete(installationId))
  return (route) => {
    if (!platform.addresses.gatewayUrl.startsWith('https:')) return Promise.resolve(undefined)
    const kept = known.get(route.installationId)
    if (kept !== undefined) return kept
    const secret = signingSecretOf(platform, route.installationId)
    known.set(route.installationId, secret)
    secret.catch(() => known.delete(route.installationId))
    return secret
  }
}
