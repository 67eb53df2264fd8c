import { isApplicationSource } from '@mkt/engines'
import { type PortShare, shareOfConnections } from '../lib/sharing/connection-shares.ts'
import { judgeAddress } from '../outbound/address/allowed-address.ts'

/** Ports of the data plane and of a worker, and what each may have of the descriptors of the process: the others are for calls to applications and policy systems. */
const shares = { gateway: 1 / 4, state: 1 / 8, relay: 1 / 16, telemetry: 1 / 16, worker: 1 / 32 } as const

const MAX = 16_384
/** All sandboxed applications of a publisher come from one address, so they are not as few as those of another address. */
const APPLICATION_SHARE = 1 / 2

/** How many connections a port takes, of all and of one address. Proxies of our own carry many. */
export function portShares(port: keyof typeof shares, trustedProxies: readonly string[]): PortShare {
  const share = shareOfConnections(shares[port], MAX)
  const mostOfPublisher = Math.floor(share.total * APPLICATION_SHARE)
  return {
    ...share,
    isShared: (address) => !isApplicationSource(address) && judgeAddress(address, 0, trustedProxies) === 'allowed',
    mostOf: (address) => (isApplicationSource(address) ? mostOfPublisher : undefined),
  }
}
