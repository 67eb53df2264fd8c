import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type Docker from 'dockerode'
import type { ContainerInspectInfo } from 'dockerode'
import { networkKind, OPEN_EGRESS } from '../egress/rules.ts'
import type { Engine, InstanceSpec, Observation } from '../engine.ts'
import { preparePrograms } from '../sandbox/programs.ts'
import { bridgeGateway } from './bridge-gateway.ts'
import { callFilter } from './call-filter.ts'
import { isGuarded, judgeDaemon, mustPublish, readDaemon } from './daemon.ts'
import { whyNotGuarded } from './enter-network.ts'
import { absent, conflict, notModified, notRunning, statusOf } from './errors.ts'
import { applyFirewall, removeFirewall } from './firewall.ts'
import { planFirewall } from './firewall-plan.ts'
import { createGuardedNetworks } from './guarded-networks.ts'
import { ensureImage, removeImage } from './images.ts'
import { readLogFrames, sinceOf } from './log-stream.ts'
import { createNetworks } from './networks.ts'
import { hasGuardedNetwork, observationOf } from './observation.ts'
import { createOutputTakers, daemonPlace } from './output-takers.ts'
import { containerName, cpuShares, LABELS, NO_LOG, networkScope, planContainer } from './plan.ts'

export interface DockerOptions {
  /** Containers of another scope are not ours. */
  scope: string
  /** Where the guards of networks keep their files. Platforms with the same folder see the same guards. */
  folder: string
  /** A file of names and their addresses that comes before the machine's own resolver: for tests. */
  names?: string
  /** What the output of containers is sealed with where it lies on the disk. */
  outputKey?: Buffer
  /** How long the way out of a publisher's applications outlives the last of them. */
  outletIdleMs?: number
}

const SEEN_ATTEMPTS = 60
const CLOSING_GRACE_MS = 3_000

/** Runs applications on Docker Engine or Podman. The daemon keeps them alive; a platform finds its own by label. */
export async function createDockerEngine(docker: Docker, options: DockerOptions): Promise<Engine> {
  const { scope } = options
  const facts = await readDaemon(docker)
  const { podman } = facts
  const publish = mustPublish(facts)
  const guarded = isGuarded(facts)
  const networks = createNetworks(docker, { scope, publish })
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const programs = await preparePrograms(join(options.folder, 'programs'))
  const guards = await createGuardedNetworks(docker, programs, options)
  // Podman was not seen to let somebody attach before a container starts.
  const daemon = podman ? null : daemonPlace(docker)
  const output =
    daemon &&
    createOutputTakers({
      folder: join(options.folder, 'output'),
      program: programs.output,
      daemon,
      outputKey: options.outputKey,
    })
  // Asked only when somebody looks at the isolation or starts something: it takes a container.
  let obstacle: Promise<string | null> | null = null
  const whyNot = () => (obstacle ??= whyNotGuarded(docker, facts, scope))
  let filter: Promise<string | null> | null = null
  const filterOfCalls = () =>
    (filter ??= whyNot().then((why) => callFilter(facts, join(options.folder, 'system-calls.json'), why === null)))
  const stopped = new Set<string>()
  const container = (instanceId: string) => docker.getContainer(containerName(instanceId))
  const listed = () =>
    docker.listContainers({ all: true, filters: { label: [`${LABELS.scope}=${scope}`, LABELS.instance] } })

  async function inspect(instanceId: string): Promise<ContainerInspectInfo | undefined> {
    const found = await container(instanceId).inspect().catch(absent)
    return found?.Config.Labels?.[LABELS.scope] === scope ? found : undefined
  }

  async function observe(instanceId: string): Promise<Observation | null> {
    const found = await inspect(instanceId)
    if (found === undefined) return null
    const { socketOf } = guards
    if (isTaken(found) && found.State.Running) await output?.keep(instanceId)
    const seen = observationOf(found, { scope, publish, stopped: stopped.has(instanceId), socketOf })
    if (hasGuardedNetwork(found) && seen.status === 'running') await guards.keep(instanceId)
    if (hasGuardedNetwork(found) && seen.status === 'stopped') await guards.end(instanceId)
    return seen
  }

  async function list(): Promise<Observation[]> {
    const found = await Promise.all((await listed()).map((row) => observe(row.Labels[LABELS.instance] ?? '')))
    return found.filter((observation) => observation !== null)
  }

  /** At every start: somebody who reloads the machine's firewall takes our rules away with it. */
  async function closePrivate(spec: InstanceSpec): Promise<void> {
    const place = networkScope(scope, spec.isolated)
    if (guarded) await applyFirewall(planFirewall(place, spec.stateApi, spec.allowAddresses))
  }

  async function unguard(): Promise<void> {
    for (const isolated of guarded ? [false, true] : [])
      await removeFirewall(planFirewall(networkScope(scope, isolated), 'http://127.0.0.1', []))
  }

  async function create(spec: InstanceSpec): Promise<void> {
    const image = await ensureImage(docker, spec.image)
    const kind = (await whyNot()) === null ? networkKind(spec.egress ?? OPEN_EGRESS) : 'open'
    // A closed network is none of the daemon's: it leads to its guard and nowhere else.
    if (kind !== 'closed') {
      await closePrivate(spec)
      await networks.ensure(spec.app, spec.isolated)
    }
    const network = kind === 'open' ? null : await guards.ensure(spec)
    await docker
      .createContainer(
        planContainer({
          ...{ spec, scope, image, publish, podman, guarded: network },
          callFilter: await filterOfCalls(),
          outputTaken: output !== null,
        }),
      )
      .catch(conflict)
    await output?.ensure(spec.instanceId)
    await startCreated(spec.instanceId)
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
    await guards.end(instanceId)
  }

  async function forget(instanceId: string): Promise<void> {
    const found = await inspect(instanceId)
    if (found !== undefined) await container(instanceId).remove({ force: true, v: true }).catch(absent)
    await output?.forget(instanceId)
    stopped.delete(instanceId)
    // Its network may be left of a container that somebody removed by hand.
    await guards.forget(instanceId)
    if (found === undefined) return
    await removeImage(docker, found.Config.Image)
    const app = found.Config.Labels?.[LABELS.app]
    if (app !== undefined) await networks.remove(app)
  }

  return {
    name: 'docker',
    isolation: async () => judgeDaemon(facts, await whyNot()),
    hostAddress: () => bridgeGateway(docker),
    async start(spec) {
      const existing = await observe(spec.instanceId)
      if (existing !== null && existing.status !== 'starting') return existing
      await create(spec).catch(async (error: unknown) => {
        await removeImage(docker, spec.image.reference)
        await networks.remove(spec.app)
        // Another platform may have started it meanwhile.
        if ((await inspect(spec.instanceId)) === undefined) {
          await guards.forget(spec.instanceId)
          await output?.forget(spec.instanceId)
        }
        throw error
      })
      const observation = await observe(spec.instanceId)
      if (observation === null) throw new Error(`the container of ${spec.instanceId} was removed while it was started`)
      return observation
    },
    observe,
    list,
    stop: (instanceId, { graceMs }) => stop(instanceId, graceMs),
    forget,
    async logs(instanceId, cursor) {
      const found = await inspect(instanceId)
      if (found === undefined) return { lines: [], cursor: cursor ?? '' }
      if (output !== null && isTaken(found)) return output.read(instanceId, cursor, !found.State.Running)
      // A container from before, of Podman, or of a daemon that is reached by TLS: the daemon has its output.
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
    async giveWay(instanceId, plan, givesWay) {
      if ((await inspect(instanceId))?.State.Running !== true) return
      await container(instanceId)
        .update({ CpuShares: cpuShares(plan, givesWay) })
        .catch(absent)
    },
    applyEgress: async (deploymentId, rules) => guards.apply(deploymentId, rules),
    egressCounts: async (instanceId) => guards.counts(instanceId),
    async removeAll() {
      await Promise.all((await listed()).map((row) => forget(row.Labels[LABELS.instance] ?? '')))
      await guards.removeAll()
      await networks.removeAll()
      await unguard()
    },
    async close(closing) {
      if (!closing?.stopInstances) return
      const living = (await list()).filter((observation) => observation.status !== 'stopped')
      await Promise.all(living.map((observation) => stop(observation.instanceId, CLOSING_GRACE_MS)))
      guards.close()
      await unguard()
    },
  }
}

/** Whether its output is taken beside the daemon, which then keeps none. */
function isTaken({ HostConfig }: ContainerInspectInfo): boolean {
  return HostConfig.LogConfig?.Type === NO_LOG
}
