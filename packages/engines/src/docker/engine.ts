import { setTimeout as pause } from 'node:timers/promises'
import type Docker from 'dockerode'
import type { ContainerInspectInfo } from 'dockerode'
import { describeExit } from '../describe-exit.ts'
import type { Engine, InstanceSpec, Observation } from '../engine.ts'
import type { Isolation } from '../isolation.ts'
import { bridgeGateway } from './bridge-gateway.ts'
import { applyFirewall, canFirewall, removeFirewall } from './firewall.ts'
import { planFirewall } from './firewall-plan.ts'
import { readLogFrames, sinceOf } from './log-stream.ts'
import { ownRoutes } from './own-routes.ts'
import { containerName, LABELS, networkName, PORT, planContainer, planNetworks } from './plan.ts'

export interface DockerOptions {
  /** Containers of another scope are none of ours. */
  scope: string
}

const SEEN_ATTEMPTS = 60
const CLOSING_GRACE_MS = 3_000

/** Runs applications on Docker Engine or Podman. The daemon keeps them alive; a platform finds its own by label. */
export async function createDockerEngine(docker: Docker, options: DockerOptions): Promise<Engine> {
  const { scope } = options
  const info = (await docker.info()) as { OperatingSystem?: string; SecurityOptions?: string[]; OSType?: string }
  const publish =
    process.platform !== 'linux' ||
    /desktop/i.test(info.OperatingSystem ?? '') ||
    (info.SecurityOptions ?? []).some((option) => option.includes('rootless'))
  const version = (await docker.version()) as { Components?: { Name: string }[] }
  const isPodman = (version.Components ?? []).some((component) => component.Name.startsWith('Podman'))
  // Podman's networks pass none of Docker's chains.
  const guarded = !publish && !isPodman && (await canFirewall())
  const isolation: Isolation = {
    missing: guarded
      ? []
      : [
          {
            part: 'network',
            reason:
              'private addresses cannot be refused: firewall rules need the right to run iptables where the Docker daemon runs',
          },
        ],
    outside: true,
    notes: [],
  }
  let rules = ''
  const stopped = new Set<string>()

  async function guard(spec: InstanceSpec): Promise<void> {
    if (!guarded) return
    const plan = planFirewall(scope, spec.stateApi, spec.allowAddresses)
    if (plan.restore !== rules) await applyFirewall(plan)
    rules = plan.restore
  }

  async function ensureNetwork(app: string): Promise<void> {
    for (const plan of planNetworks(scope, app, publish ? [] : await ownRoutes())) {
      const found = await docker.getNetwork(networkName(scope, app)).inspect().catch(absent)
      if (found !== undefined) return
      try {
        await docker.createNetwork(plan)
        return
      } catch (error) {
        // Somebody was faster, or another network sits on this subnet.
        if (!/already exists|overlap|conflict|already used/i.test(messageOf(error))) throw error
      }
    }
    throw new Error(`no free subnet for the network of ${app}`)
  }

  async function ensureImage(image: InstanceSpec['image']): Promise<{ env: string[]; user: string }> {
    const known = await docker.getImage(image.reference).inspect().catch(absent)
    if (known === undefined) await pull(image)
    const { Config } = known ?? (await docker.getImage(image.reference).inspect())
    return { env: Config?.Env ?? [], user: Config?.User ?? '' }
  }

  async function pull(image: InstanceSpec['image']): Promise<void> {
    const authconfig =
      image.credential === null ? {} : { ...image.credential, serveraddress: image.reference.split('/')[0] ?? '' }
    const stream = await docker.pull(image.reference, { authconfig })
    await new Promise<void>((resolve, reject) => {
      docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve()))
    })
  }

  async function inspect(instanceId: string): Promise<ContainerInspectInfo | undefined> {
    const found = await docker.getContainer(containerName(instanceId)).inspect().catch(absent)
    return found?.Config.Labels?.[LABELS.scope] === scope ? found : undefined
  }

  async function observe(instanceId: string): Promise<Observation | null> {
    const found = await inspect(instanceId)
    return found === undefined ? null : observationOf(found, { scope, publish, stopped: stopped.has(instanceId) })
  }

  const container = (instanceId: string) => docker.getContainer(containerName(instanceId))

  async function list(): Promise<Observation[]> {
    const rows = await docker.listContainers({ all: true, filters: { label: [`${LABELS.scope}=${scope}`] } })
    const found = await Promise.all(rows.map((row) => observe(row.Labels[LABELS.instance] ?? '')))
    return found.filter((observation) => observation !== null)
  }

  /** A name that another platform has just taken is refused before it can be seen. */
  async function startCreated(instanceId: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return void (await container(instanceId).start().catch(notModified))
      } catch (error) {
        if (statusOf(error) !== 404 || attempt >= SEEN_ATTEMPTS) throw error
      }
      await pause(50)
    }
  }

  async function stop(instanceId: string, graceMs: number): Promise<void> {
    if ((await inspect(instanceId)) === undefined) return
    stopped.add(instanceId)
    const ending =
      graceMs === 0 ? container(instanceId).kill() : container(instanceId).stop({ t: Math.ceil(graceMs / 1000) })
    await ending.catch(notRunning)
    await container(instanceId).wait().catch(absent)
  }

  return {
    name: 'docker',
    isolation: async () => isolation,
    hostAddress: () => bridgeGateway(docker),
    async start(spec) {
      const existing = await observe(spec.instanceId)
      if (existing !== null && existing.status !== 'starting') return existing
      await guard(spec)
      await ensureNetwork(spec.app)
      const image = await ensureImage(spec.image)
      await docker.createContainer(planContainer({ spec, scope, image, publish, podman: isPodman })).catch(conflict)
      await startCreated(spec.instanceId)
      const observation = await observe(spec.instanceId)
      if (observation === null) throw new Error(`the container of ${spec.instanceId} was removed while it was started`)
      return observation
    },
    observe,
    list,
    stop: (instanceId, { graceMs }) => stop(instanceId, graceMs),
    async forget(instanceId) {
      const found = await inspect(instanceId)
      if (found === undefined) return
      await container(instanceId).remove({ force: true, v: true }).catch(absent)
      stopped.delete(instanceId)
      // Refused while another container uses it; a release that is started again is pulled again.
      if (found.Config.Image.includes('@sha256:'))
        await docker
          .getImage(found.Config.Image)
          .remove()
          .catch(() => {})
      const app = found.Config.Labels?.[LABELS.app]
      // Refused while another instance of the app is connected, which is what is wanted.
      if (app !== undefined)
        await docker
          .getNetwork(networkName(scope, app))
          .remove()
          .catch(() => {})
    },
    async logs(instanceId, cursor) {
      if ((await inspect(instanceId)) === undefined) return { lines: [], cursor: cursor ?? '' }
      const since = sinceOf(cursor)
      const bytes = await container(instanceId).logs({
        follow: false,
        stdout: true,
        stderr: true,
        timestamps: true,
        ...(since === undefined ? {} : { since: since as unknown as number }),
      })
      return readLogFrames(bytes, cursor)
    },
    async figures(instanceId) {
      const found = await inspect(instanceId)
      if (found?.State.Running !== true) return null
      const stats = await container(instanceId).stats({ stream: false, 'one-shot': true })
      return {
        cpuSeconds: (stats.cpu_stats?.cpu_usage?.total_usage ?? 0) / 1e9,
        memoryBytes: stats.memory_stats?.usage ?? 0,
        processes: stats.pids_stats?.current ?? 0,
      }
    },
    async close(closing) {
      if (!closing?.stopInstances) return
      const living = (await list()).filter((observation) => observation.status !== 'stopped')
      await Promise.all(living.map((observation) => stop(observation.instanceId, CLOSING_GRACE_MS)))
      if (guarded) await removeFirewall(planFirewall(scope, 'http://127.0.0.1', []))
    },
  }
}

const KILLED = 137

interface Point {
  scope: string
  publish: boolean
  /** Whether this platform asked it to stop. */
  stopped: boolean
}

function observationOf(found: ContainerInspectInfo, { scope, publish, stopped }: Point): Observation {
  const labels = found.Config.Labels ?? {}
  const { State } = found
  const base = { instanceId: labels[LABELS.instance] ?? '', deploymentId: labels[LABELS.deployment] ?? '' }
  if (State.Running) {
    const published = found.NetworkSettings.Ports[`${PORT}/tcp`]?.[0]?.HostPort
    const address = found.NetworkSettings.Networks[networkName(scope, labels[LABELS.app] ?? '')]?.IPAddress
    const host = publish ? published && `127.0.0.1:${published}` : address && `${address}:${PORT}`
    return {
      ...base,
      status: 'running',
      address: host ? `http://${host}` : null,
      startedAt: new Date(State.StartedAt),
      exit: null,
    }
  }
  if (State.Status === 'created') return { ...base, status: 'starting', address: null, startedAt: null, exit: null }
  // The daemon now and then misses the kernel's message; nobody else kills a container that we did not stop.
  const outOfMemory = State.OOMKilled || (State.ExitCode === KILLED && !stopped)
  const exit = {
    code: State.ExitCode,
    reason: describeExit(State.ExitCode, outOfMemory, stopped),
    outOfMemory,
    at: new Date(State.FinishedAt),
  }
  return { ...base, status: 'stopped', address: null, startedAt: new Date(State.StartedAt), exit }
}

function statusOf(error: unknown): number | undefined {
  return (error as { statusCode?: number }).statusCode
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function absent(error: unknown): undefined {
  if (statusOf(error) === 404) return undefined
  throw error
}

/** Two platforms may create the same container: its name lets one win. */
function conflict(error: unknown): undefined {
  // Podman has one code for everything that goes wrong.
  if (statusOf(error) === 409 || /already in use/.test(messageOf(error))) return undefined
  throw error
}

function notModified(error: unknown): undefined {
  if (statusOf(error) === 304) return undefined
  throw error
}

function notRunning(error: unknown): undefined {
  const status = statusOf(error)
  if (status === 304 || status === 404 || status === 409) return undefined
  if (/only kill running|container state improper/.test(messageOf(error))) return undefined
  throw error
}
