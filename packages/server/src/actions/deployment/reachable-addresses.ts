import { isIP } from 'node:net'
import type { Platform } from '../platform/platform.ts'

/** Private addresses that applications may reach: what the operator allows, and the relay where it is at a bare address. */
export function reachableAddresses(platform: Pick<Platform, 'policy' | 'addresses'>): string[] {
  return [...platform.policy.allowAddresses, ...relayAddresses(platform)]
}

/** The relay where it is at a bare address; none where it has a name. Loopback by IPv6 is not shown to applications. */
export function relayAddresses({ addresses }: Pick<Platform, 'addresses'>): string[] {
  const relay = URL.parse(addresses.relayUrl)
  const host = relay?.hostname.replace(/^\[|\]$/g, '') ?? ''
  if (relay === null || isIP(host) === 0 || host === '::1') return []
  const port = relay.port || (relay.protocol === 'https:' ? '443' : '80')
  return [isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`]
}
