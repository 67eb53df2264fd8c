import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Docker from 'dockerode'
import { readRules, removeRules, writeRules } from '../egress/rule-files.ts'
import { type EgressRules, networkKind } from '../egress/rules.ts'
import type { EgressCount } from '../egress/tally.ts'
import type { InstanceSpec } from '../engine.ts'
import { readRecord, writeRecord } from '../sandbox/instance-folder.ts'
import { createOutlets } from '../sandbox/outlets.ts'
import { identify, isAlive, signal } from '../sandbox/process-identity.ts'
import type { Programs } from '../sandbox/programs.ts'
import { socketFolder } from '../sandbox/socket-folder.ts'
import { networkFile } from './enter-network.ts'
import { absent, conflict, messageOf, notModified, notRunning } from './errors.ts'
import type { GuardOrder } from './guard-order.ts'
import { type GuardedKind, pauseName, planInside, planPause, socketName } from './guarded-plan.ts'
import { ensurePauseImage, removePauseImage } from './pause-image.ts'
import { LABELS, networkName, networkScope } from './plan.ts'
import { hasGuard, startGuard } from './start-guard.ts'

/** How a container joins a guarded network. */
export interface GuardedNetwork {
  kind: GuardedKind
  owner: string
  port: number
  /** Files of this machine that the container sees at a place of its own. */
  binds: string[]
}

export interface GuardedNetworks {
  /** Makes the network of an instance with its guard, or finds it; null where its rules ask for none. */
  ensure(spec: InstanceSpec): Promise<GuardedNetwork | null>
  /** Where the gateway reaches the instance. */
  socketOf(instanceId: string): string
  /** Replaces the guard of a running instance where it was killed, and the outlet. */
  keep(instanceId: string): Promise<void>
  /** Takes the network away, and keeps what was counted. */
  end(instanceId: string): Promise<void>
  forget(instanceId: string): Promise<void>
  apply(deploymentId: string, rules: EgressRules): void
  counts(instanceId: string): EgressCount[]
  removeAll(): Promise<void>
  close(): void
}

export interface GuardedNetworkOptions {
  scope: string
  folder: string
  /** A file of names and their addresses that comes before the machine's own resolver: for tests. */
  names?: string | undefined
  outletIdleMs?: number | undefined
}

const ORDER = 'order.json'
const OWNER_ATTEMPTS = 3

/** The networks of instances whose egress is guarded. Everything about them lies in a folder, so that every platform on it finds them. */
export async function createGuardedNetworks(
  docker: Docker,
  programs: Programs,
  options: GuardedNetworkOptions,
): Promise<GuardedNetworks> {
  const { scope, folder } = options
  const instances = join(folder, 'instances')
  const rulesFolder = join(folder, 'egress')
  await mkdir(instances, { recursive: true, mode: 0o700 })
  const sockets = await socketFolder(folder)
  const idleMs = options.outletIdleMs ?? 60_000
  const outlets = createOutlets(programs.outlet, sockets, instances, { idleMs, names: options.names })
  const folderOf = (instanceId: string) => join(instances, instanceId)
  const socketOf = (instanceId: string) => join(sockets, socketName(instanceId))
  const replacing = new Map<string, Promise<void>>()

  async function startOwner(instanceId: string, network: string | null): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const image = await ensurePauseImage(docker)
      if (image === null) throw new Error(`no network can be made on ${process.arch}`)
      const container = docker.getContainer(pauseName(instanceId))
      try {
        await docker.createContainer(planPause({ scope, image, instanceId, network })).catch(conflict)
        await container.start().catch(notModified)
        return
      } catch (error) {
        // Another platform may just have removed the image, or the daemon did not mount the container: a new one starts.
        if (attempt === OWNER_ATTEMPTS) throw error
        await container.remove({ force: true, v: true }).catch(absent)
      }
    }
  }

  async function guard(order: Omit<GuardOrder, 'owner' | 'nameServer'>): Promise<void> {
    const found = await docker.getContainer(pauseName(order.instanceId)).inspect()
    const { NetworkSettings, State, ResolvConfPath } = found
    const owner = identify(State.Pid)
    if (owner === null) throw new Error('the container that owns its network has ended')
    const nameServer = await nameServerIn(ResolvConfPath)
    await startGuard(programs.guard, [`--net=${networkFile(NetworkSettings, State.Pid)}`], {
      ...order,
      owner,
      nameServer,
    })
  }

  async function replaceGuard(instanceId: string): Promise<void> {
    const order = await readFile(join(folderOf(instanceId), ORDER), 'utf8').catch(() => null)
    if (order === null || hasGuard(folderOf(instanceId))) return
    await guard(JSON.parse(order) as GuardOrder)
  }

  /** Podman keeps the owner of a network while a container names it, even one that has ended: then it ends now and is removed with that one. */
  async function removeOwner(instanceId: string): Promise<void> {
    const owner = docker.getContainer(pauseName(instanceId))
    try {
      await owner.remove({ force: true, v: true }).catch(absent)
    } catch (error) {
      if (!messageOf(error).includes('dependent containers')) throw error
      if ((await owner.inspect()).State.Running) await owner.kill().catch(notRunning)
    }
  }

  async function end(instanceId: string): Promise<void> {
    const record = readRecord(folderOf(instanceId), 'instance')
    if (record !== null) signal(record.keeper, 'SIGTERM')
    await removeOwner(instanceId)
    if (record === null) return
    for (const patience = Date.now() + 3_000; isAlive(record.keeper) && Date.now() < patience; )
      await new Promise((resolve) => setTimeout(resolve, 10))
    signal(record.keeper, 'SIGKILL')
  }

  return {
    socketOf,
    async ensure(spec) {
      const kind = spec.egress === undefined ? 'open' : networkKind(spec.egress)
      if (spec.egress === undefined || kind === 'open') return null
      const { instanceId, deploymentId, egress: rules } = spec
      const inside = planInside(spec, rules, kind)
      const place = folderOf(instanceId)
      const outlet = outlets.socketOf(spec.app)
      await mkdir(place, { recursive: true, mode: 0o700 })
      writeRecord(place, 'outlet', { socket: outlet })
      writeRules(rulesFolder, deploymentId, rules)
      await writeFile(join(place, 'resolv.conf'), inside.resolvConf, { mode: 0o644 })
      await writeFile(join(place, 'hosts'), inside.hosts, { mode: 0o644 })
      const order = {
        instanceId,
        deploymentId,
        folder: place,
        socket: socketOf(instanceId),
        outlet,
        network: inside,
        egress: { rules, folder: rulesFolder, allow: [...spec.allowAddresses], closed: kind === 'closed' },
      }
      await writeFile(join(place, ORDER), JSON.stringify(order), { mode: 0o600 })
      await outlets.ensure(outlet)
      await startOwner(instanceId, kind === 'closed' ? null : networkName(networkScope(scope, spec.isolated), spec.app))
      if (!hasGuard(place)) await guard(order)
      const files = inside.hosts === '' ? ['resolv.conf'] : ['resolv.conf', 'hosts']
      const binds = files.map((name) => `${join(place, name)}:/etc/${name}:ro`)
      return { kind, owner: pauseName(instanceId), port: inside.port, binds }
    },
    async keep(instanceId) {
      outlets.keep(folderOf(instanceId))
      if (hasGuard(folderOf(instanceId))) return
      const running =
        replacing.get(instanceId) ?? replaceGuard(instanceId).finally(() => void replacing.delete(instanceId))
      replacing.set(instanceId, running)
      // Without a guard the instance reaches nothing and is not reached: its health says so, and the next look tries again.
      await running.catch(() => {})
    },
    end,
    async forget(instanceId) {
      if (!existsSync(folderOf(instanceId))) return
      const gone = readRecord(folderOf(instanceId), 'instance')
      await end(instanceId)
      await rm(folderOf(instanceId), { recursive: true, force: true })
      await rm(socketOf(instanceId), { force: true })
      const left = (await readdir(instances)).map((name) => readRecord(folderOf(name), 'instance')?.deploymentId)
      if (gone !== null && !left.includes(gone.deploymentId)) await removeRules(rulesFolder, gone.deploymentId)
    },
    apply(deploymentId, rules) {
      // Only where an instance follows them: a deployment without a guard needs no file.
      if (readRules(rulesFolder, deploymentId) !== null) writeRules(rulesFolder, deploymentId, rules)
    },
    counts: (instanceId) => readRecord(folderOf(instanceId), 'egress') ?? [],
    async removeAll() {
      const filters = { label: [`${LABELS.scope}=${scope}`, LABELS.networkOf] }
      for (const { Id } of await docker.listContainers({ all: true, filters }))
        await docker.getContainer(Id).remove({ force: true, v: true }).catch(absent)
      for (const name of await readdir(instances)) await rm(folderOf(name), { recursive: true, force: true })
      outlets.end()
      await removePauseImage(docker)
    },
    close: () => outlets.end(),
  }
}

/** Docker's own name server inside a container. */
const DOCKER_RESOLVER = '127.0.0.11'

/** Who answers questions for names on the daemon's networks. */
async function nameServerIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return /^nameserver\s+(\d+\.\d+\.\d+\.\d+)$/m.exec(text)?.[1] ?? DOCKER_RESOLVER
}
