import { networkInterfaces } from 'node:os'
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
  const own = Object.values(networkInterfaces()).some((list) => list?.some((entry) => entry.address === gateway))
  return own ? (gateway ?? null) : null
}
