import { networkInterfaces } from 'node:os'
import { ownNetworks as machineNetworks } from '@mkt/engines'

const KNOWN_MS = 10_000

let known: { at: number; networks: readonly string[] } | undefined

/**
 * The networks this machine is in, as ranges. Its neighbours may trust it for its address, also where that is a public one. Interfaces come and go, so
 * they are looked at again after a while.
 */
export function ownNetworks(): readonly string[] {
  const now = performance.now()
  if (known === undefined || now - known.at > KNOWN_MS) known = { at: now, networks: machineNetworks() }
  return known.networks
}

/** The address by which others see this machine: the one it is bound to, else the first that is not loopback. */
export function ownAddress(bind: string): string {
  if (bind !== '0.0.0.0' && bind !== '::') return bind
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return interfaces.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'
}
