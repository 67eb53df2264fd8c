import { createServer } from 'node:net'
import type Docker from 'dockerode'

interface BridgeInfo {
  IPAM?: { Config?: { Gateway?: string }[] }
}

/**
 * The address of this machine on the daemon's default bridge; null where there is none that one could listen on
 * (rootless, desktop, a daemon elsewhere, Podman before its first container).
 */
export async function bridgeGateway(docker: Docker): Promise<string | null> {
  const bridge = await docker
    .getNetwork('bridge')
    .inspect()
    .then(
      (found) => found as BridgeInfo,
      () => null,
    )
  const gateway = bridge?.IPAM?.Config?.[0]?.Gateway
  return gateway !== undefined && (await canListen(gateway)) ? gateway : null
}

/** Asks the kernel by listening: lists of interfaces leave out a bridge without carrier, that is without containers. */
export function canListen(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host: address, port: 0, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
