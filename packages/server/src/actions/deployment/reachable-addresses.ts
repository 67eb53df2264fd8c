import { isIP } from 'node:net'
import type { Platform } from '../platform/platform.ts'

/**
 * Private addresses that applications may reach: what the operator allows, and the relay where it is at a bare address. That of this
 * machine's loopback is among them: the guard of an application whose egress is enforced passes on nothing that is not listed.
 */
export function reachableAddresses(platform: Pick<Platform, 'policy' | 'addresses'>): string[] {
  return [...platform.policy.allowAddresses, ...relayAddresses(platform)]
}

/** The relay where it is at a bare address; none where it has a name. */
export function relayAddresses({ addresses }: Pick<Platform, 'addresses'>): string[] {
  const relay = URL.parse(addresses.relayUrl)
  const name = relay?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const host = name === 'localhost' ? '127.0.0.1' : name
  // IPv6 loopback is shown by the engine itself; guards listen at IPv4 addresses.
  if (relay === null || isIP(host) === 0 || host === '::1') return []
  const port = relay.port || (relay.protocol === 'https:' ? '443' : '80')
  return [isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`]
}
