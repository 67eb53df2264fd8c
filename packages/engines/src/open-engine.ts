import { mayHaveDocker } from './docker/sockets.ts'
import type { Engine, EngineName } from './engine.ts'
import { createSandboxEngine } from './sandbox/engine.ts'
import { unavailableEngine } from './unavailable-engine.ts'

export interface OpenOptions {
  /** Which engine; without it Docker where its socket answers, else the sandbox. */
  engine: EngineName | undefined
  /** Names this platform where several share a daemon or a cluster. */
  scope: string
  /** Where an engine without a daemon keeps its files. */
  folder: string
  /** `unix:///path` or `tcp://host:port` of a Docker daemon; default: the usual sockets. */
  dockerHost?: string | undefined
  /** Instances that no platform looked at for so long end themselves, where there is no daemon to own them. */
  leaseMs?: number
}

/**
 * Opens the engine that runs applications here. Client libraries are loaded only for the engine that needs them. An
 * engine that cannot work is opened too, and says why at every start.
 */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  try {
    return await open(options)
  } catch (error) {
    return unavailableEngine(options.engine ?? 'sandbox', error instanceof Error ? error.message : String(error))
  }
}

async function open(options: OpenOptions): Promise<Engine> {
  const { engine, folder, leaseMs, scope, dockerHost } = options
  if (engine === 'docker' || (engine === undefined && mayHaveDocker(dockerHost))) {
    const { connectDocker } = await import('./docker/connect.ts')
    const docker = await connectDocker(dockerHost)
    // A daemon that was not asked for by name is taken only if its containers can reach what this machine shows them.
    const suits = docker !== null && (engine === 'docker' || (await bridgeReachable(docker)))
    if (docker !== null && suits) return (await import('./docker/engine.ts')).createDockerEngine(docker, { scope })
    if (engine === 'docker') throw new Error('no Docker or Podman socket answers; start the daemon, or set DOCKER_HOST')
  }
  if (engine === 'kubernetes') {
    const { connectCluster } = await import('./kubernetes/cluster.ts')
    const { createKubernetesEngine } = await import('./kubernetes/engine.ts')
    return createKubernetesEngine(await connectCluster({ scope }), { scope })
  }
  return createSandboxEngine({ folder, ...(leaseMs === undefined ? {} : { leaseMs }) })
}

async function bridgeReachable(docker: Parameters<typeof import('./docker/bridge-gateway.ts').bridgeGateway>[0]) {
  const { bridgeGateway } = await import('./docker/bridge-gateway.ts')
  return (await bridgeGateway(docker)) !== null
}
