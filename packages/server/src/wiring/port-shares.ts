import { APPLICATION_SOURCE } from '@mkt/engines'
import { type PortShare, shareOfConnections } from '../lib/sharing/connection-shares.ts'
import { judgeAddress } from '../outbound/address/allowed-address.ts'

/** Ports of the data plane, and what each may have of the descriptors of the process: the others are for calls to applications and policy systems. */
const shares = { gateway: 1 / 4, state: 1 / 8, relay: 1 / 16, telemetry: 1 / 16 } as const

const MAX = 16_384

/** How many connections a port takes, of all and of one address. Proxies of our own carry many, and so does the way out of the sandbox, which counts its instances. */
export function portShares(port: keyof typeof shares, trustedProxies: readonly string[]): PortShare {
  const isShared = (address: string) =>
    address.endsWith(APPLICATION_SOURCE) || judgeAddress(address, 0, trustedProxies) === 'allowed'
  return { ...shareOfConnections(shares[port], MAX), isShared }
}
