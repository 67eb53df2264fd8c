import { createServer } from 'node:net'
import type Docker from 'dockerode'

interface BridgeInfo {
  IPAM?: { Config?: { Subnet?: string; Gateway?: string }[] }
}

/**
 * The address of this machine on the daemon's default bridge; null where there is none that one could listen on
 * (rootless, desktop, a daemon elsewhere, Podman before its first container).
 */
export async function bridgeGateway(docker: Docker): Promise<string | null> {
  const bridge = await defaultBridge(docker)
  const gateway = bridge === null ? null : gatewayOf(bridge)
  return gateway !== null && (await canListen(gateway)) ? gateway : null
}

/** Whether the daemon's networks are on this machine: its bridge is, or it has none and is reached by a socket. */
export async function isHere(docker: Docker): Promise<boolean> {
  if ((await bridgeGateway(docker)) !== null) return true
  const { socketPath } = docker.modem as { socketPath?: string }
  return socketPath !== undefined && (await defaultBridge(docker)) === null
}

function defaultBridge(docker: Docker): Promise<BridgeInfo | null> {
  return docker
    .getNetwork('bridge')
    .inspect()
    .then(
      (found) => found as BridgeInfo,
      () => null,
    )
}

/**
 * The gateway of a network. A daemon that made its bridge itself names only the subnet until it is started again: then the
 * gateway is the first address.
 */
export function gatewayOf({ IPAM }: BridgeInfo): string | null {
  const ranges = IPAM?.Config ?? []
  const { Gateway, Subnet } = ranges.find(({ Subnet: subnet = '' }) => !subnet.includes(':')) ?? {}
  if (Gateway !== undefined && Gateway !== '') return Gateway
  const parts = Subnet?.split('/')[0]?.split('.').map(Number) ?? []
  if (parts.length !== 4 || parts.some(Number.isNaN)) return null
  return [...parts.slice(0, 3), (parts[3] ?? 0) + 1].join('.')
}

/** Asks the kernel by listening: lists of interfaces leave out a bridge without carrier, that is without containers. */
export function canListen(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen({ host: address, port: 0, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
