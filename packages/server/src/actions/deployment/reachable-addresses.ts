import { isIP } from 'node:net'
import type { Platform } from '../platform/platform.ts'

/** Private addresses that applications may reach: what the operator allows, and the relay where it is at a bare address. */
export function reachableAddresses({ policy, addresses }: Pick<Platform, 'policy' | 'addresses'>): string[] {
  const relay = URL.parse(addresses.relayUrl)
  const host = relay?.hostname.replace(/^\[|\]$/g, '') ?? ''
  // The loopback of this machine is shown by the engine itself, port by port.
  if (relay === null || isIP(host) === 0 || host === '::1' || host.startsWith('127.')) return [...policy.allowAddresses]
  const port = relay.port || (relay.protocol === 'https:' ? '443' : '80')
  return [...policy.allowAddresses, isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`]
}
