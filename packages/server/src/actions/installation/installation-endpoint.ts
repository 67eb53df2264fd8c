import type { Platform } from '../platform/platform.ts'

/** The public address of a route, which the policy system calls. */
export function endpointOf(platform: Pick<Platform, 'addresses'>, routeId: string): string {
  return `${platform.addresses.gatewayUrl}/${routeId}`
}
