import { join } from 'node:path'
import { mayHaveDocker } from './docker/sockets.ts'
import type { Engine, EngineName } from './engine.ts'
import type { KubernetesOptions } from './kubernetes/engine.ts'
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
  /** What only the operator of a cluster knows; see `KubernetesOptions`. */
  kubernetes?: (Omit<KubernetesOptions, 'scope'> & { namespace?: string | undefined }) | undefined
  /** Instances that no platform looked at for this long end themselves, where there is no daemon to own them. */
  leaseMs?: number
  /** Whether the cgroup that this process runs in was delegated to it; the sandbox limits applications below it. */
  delegated?: boolean
  /** What sandbox and Docker engine seal the output of instances with on the disk; a cluster keeps it by itself. */
  outputKey?: Buffer
}

/**
 * Opens the engine that runs applications here. Client libraries are loaded only for the engine that needs them. An
 * engine that cannot work is opened too, and says why at every start.
 */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  try {
    const { engine, dockerHost } = options
    if (engine === 'kubernetes') return await openKubernetes(options)
    if (engine === 'docker' || (engine === undefined && mayHaveDocker(dockerHost))) return await openDocker(options)
    return await openSandbox(options)
  } catch (error) {
    return unavailableEngine(options.engine ?? 'sandbox', error instanceof Error ? error.message : String(error))
  }
}

async function openKubernetes({ scope, kubernetes }: OpenOptions): Promise<Engine> {
  const { connectCluster } = await import('./kubernetes/cluster.ts')
  const { createKubernetesEngine } = await import('./kubernetes/engine.ts')
  const { namespace, ...options } = kubernetes ?? {}
  return createKubernetesEngine(await connectCluster({ scope, namespace }), { scope, ...options })
}

async function openSandbox(
  { folder, leaseMs, outputKey, delegated = false }: OpenOptions,
  note?: string,
): Promise<Engine> {
  const engine = await createSandboxEngine({
    folder,
    delegated,
    ...(leaseMs === undefined ? {} : { leaseMs }),
    ...(outputKey === undefined ? {} : { outputKey }),
  })
  if (note === undefined) return engine
  const { isolation } = engine
  return {
    ...engine,
    async isolation() {
      const known = await isolation()
      return { ...known, notes: [...known.notes, note] }
    },
  }
}

/**
 * Docker where somebody named it, by engine or by DOCKER_HOST. A daemon that merely happens to be there is taken only if
 * its containers can reach what this machine shows them. An operator who gets the sandbox instead is told why.
 */
async function openDocker(options: OpenOptions): Promise<Engine> {
  const { engine, dockerHost, scope, folder, outputKey } = options
  const { connectDocker } = await import('./docker/connect.ts')
  const docker = await connectDocker(dockerHost)
  if (docker === null) {
    if (engine === 'docker') throw new Error('no Docker or Podman socket answers; start the daemon, or set DOCKER_HOST')
    const where = dockerHost === undefined ? 'the socket of Docker or Podman' : `DOCKER_HOST (${dockerHost})`
    return openSandbox(options, `${where} does not answer, so applications run in the sandbox`)
  }
  const named = engine === 'docker' || dockerHost !== undefined
  const { bridgeGateway } = await import('./docker/bridge-gateway.ts')
  if (!named && (await bridgeGateway(docker)) === null)
    return openSandbox(
      options,
      'containers of the Docker daemon cannot reach this machine, so applications run in the sandbox; MKT_ENGINE=docker takes the daemon anyway',
    )
  const { createDockerEngine } = await import('./docker/engine.ts')
  const own = { scope, folder: join(folder, 'docker') }
  return createDockerEngine(docker, { ...own, ...(outputKey === undefined ? {} : { outputKey }) })
}
