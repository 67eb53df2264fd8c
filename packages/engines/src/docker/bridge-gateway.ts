import type Docker from 'dockerode'

interface BridgeInfo {
  IPAM?: { Config?: { Gateway?: string }[] }
}

/** The address of this machine on the daemon's default bridge; null where the daemon has none (rootless, desktop). */
export async function bridgeGateway(docker: Docker): Promise<string | null> {
  const bridge = await docker
    .getNetwork('bridge')
    .inspect()
    .then(
      (found) => found as BridgeInfo,
      () => null,
    )
  return bridge?.IPAM?.Config?.[0]?.Gateway ?? null
}
