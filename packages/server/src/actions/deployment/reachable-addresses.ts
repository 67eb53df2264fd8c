import { isIP } from 'node:net'
import type { Platform } from '../platform/platform.ts'

/**
 * Private addresses that applications may reach: what the operator allows, and relay and telemetry port where they are at bare addresses. That of this
 * machine's loopback is among them: the guard of an application whose egress is enforced passes on nothing that is not listed.
 */
export function reachableAddresses(platform: Pick<Platform, 'policy' | 'addresses'>): string[] {
  const { relayUrl, otlpUrl } = platform.addresses
  return [...platform.policy.allowAddresses, ...bareAddresses(relayUrl), ...bareAddresses(otlpUrl)]
}

/** A part of the platform where it is at a bare address; none where it has a name. */
export function bareAddresses(origin: string): string[] {
  const url = URL.parse(origin)
  const name = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const host = name === 'localhost' ? '127.0.0.1' : name
  // IPv6 loopback is shown by the engine itself; guards listen at IPv4 addresses.
  if (url === null || isIP(host) === 0 || host === '::1') return []
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return [isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`]
}
