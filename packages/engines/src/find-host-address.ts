import { mayHaveDocker } from './docker/sockets.ts'
import type { EngineName } from './engine.ts'

/**
 * The address under which containers will reach this machine, before anything is started: where Docker runs
 * applications its bridge's gateway, else null (addresses are reachable as written). What such a platform shows to
 * applications must listen there too.
 */
export async function findHostAddress(options: {
  engine: EngineName | undefined
  dockerHost?: string | undefined
}): Promise<string | null> {
  if (options.engine !== undefined && options.engine !== 'docker') return null
  if (!mayHaveDocker(options.dockerHost)) return null
  const { connectDocker } = await import('./docker/connect.ts')
  const docker = await connectDocker(options.dockerHost)
  return docker === null ? null : (await import('./docker/bridge-gateway.ts')).bridgeGateway(docker)
}
