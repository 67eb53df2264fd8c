import { utimesSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { removeRules, writeRules } from '../egress/rule-files.ts'
import type { Engine, InstanceSpec, Observation } from '../engine.ts'
import { ownNetworks } from '../own-networks.ts'
import { readFigures, removeCgroups, writeTurn } from './cgroup.ts'
import { planTurn } from './cgroup-plan.ts'
import { whileClaimed } from './hold-claim.ts'
import { inspectHost } from './host.ts'
import { createImages } from './images.ts'
import { readRecord, SEEN, writeRecord } from './instance-folder.ts'
import { createKeeperStarter } from './keeper-starter.ts'
import { readLog } from './log-file.ts'
import { observeFolder } from './observe-folder.ts'
import { createOutlets } from './outlets.ts'
import { GROUP, planSandbox } from './plan.ts'
import { processFigures } from './process-figures.ts'
import { isAlive, signal } from './process-identity.ts'
import { preparePrograms } from './programs.ts'
import { writeShown } from './shown-loopback.ts'
import { socketFolder } from './socket-folder.ts'
import { UPLINKS, type UplinkName } from './uplink-plan.ts'

export interface SandboxOptions {
  /** Where images and instances live. Platforms with the same folder see the same instances. */
  folder: string
  /** Instances that no platform looked at for this long end themselves. */
  leaseMs?: number
  /** What the output of instances is sealed with where it lies on the disk. */
  outputKey?: Buffer
  /** Programs that may carry traffic to the outside, the preferred one first. */
  uplinks?: readonly UplinkName[]
  /** How long the way out of a publisher's applications outlives the last of them. */
  outletIdleMs?: number
  /** Whether the cgroup that this process runs in was delegated to it, so that all that is in it may be moved. */
  delegated?: boolean
  /** A file of names and their addresses that comes before the machine's own resolver: for tests. */
  names?: string
}

const LEASE_MS = 15 * 60_000
const CLOSING_GRACE_MS = 3_000

/** Runs applications in Linux namespaces, without a daemon. Instances go on when the platform ends, and are found again. */
export async function createSandboxEngine(options: SandboxOptions): Promise<Engine> {
  const instances = join(options.folder, 'instances')
  const imagesFolder = join(options.folder, 'images')
  for (const folder of [options.folder, instances, imagesFolder]) await mkdir(folder, { recursive: true, mode: 0o700 })
  const programs = await preparePrograms(join(options.folder, 'programs'))
  const { uplinks = UPLINKS, delegated = false } = options
  const host = await inspectHost(GROUP, { uplinks, filterLauncher: programs.filter, delegated })
  const outside = host.uplink !== null
  const sockets = await socketFolder(options.folder)
  const outlets = createOutlets(programs.outlet, sockets, instances, {
    idleMs: options.outletIdleMs ?? 60_000,
    names: options.names,
  })
  const keepers = createKeeperStarter(programs.starter)
  const images = createImages(imagesFolder, join(options.folder, 'layers'))
  const leaseMs = options.leaseMs ?? LEASE_MS
  const shown = join(options.folder, 'shown')
  const rules = join(options.folder, 'egress')
  const folderOf = (instanceId: string) => join(instances, instanceId)

  const observe = async (instanceId: string): Promise<Observation | null> => {
    const now = new Date()
    markSeen(folderOf(instanceId), now)
    const seen = observeFolder(folderOf(instanceId), now)
    if (seen?.status === 'running') outlets.keep(folderOf(instanceId))
    return seen
  }

  const list = async (): Promise<Observation[]> => {
    const found = await Promise.all((await readdir(instances)).map(observe))
    return found.filter((observation) => observation !== null)
  }

  const stop = async (instanceId: string, graceMs: number): Promise<void> => {
    const folder = folderOf(instanceId)
    if (readRecord(folder, 'claim') === null) return
    writeRecord(folder, 'stop', { graceMs })
    const patience = Date.now() + graceMs + 5_000
    let told = false
    while (observeFolder(folder, new Date())?.status === 'running' || (!told && isStarting(folder))) {
      const record = readRecord(folder, 'instance')
      if (record !== null && !told) told = signal(record.keeper, 'SIGTERM')
      if (record !== null && Date.now() > patience) {
        signal(record.init, 'SIGKILL')
        signal(record.keeper, 'SIGKILL')
      }
      await pause(20)
    }
  }

  async function forget(instanceId: string): Promise<void> {
    const record = readRecord(folderOf(instanceId), 'instance')
    if (record !== null && isAlive(record.keeper)) await stop(instanceId, 0)
    if (record !== null) removeCgroups(record.cgroups)
    const gone = readRecord(folderOf(instanceId), 'claim')
    await rm(folderOf(instanceId), { recursive: true, force: true })
    const claims = (await readdir(instances)).map((name) => readRecord(folderOf(name), 'claim'))
    if (gone !== null && !claims.some((claim) => claim?.deploymentId === gone.deploymentId))
      await removeRules(rules, gone.deploymentId)
    await images.prune(new Set(claims.flatMap((record) => record?.image ?? [])))
  }

  return {
    name: 'sandbox',
    isolation: async () => ({ missing: host.missing, outside, notes: host.notes }),
    hostAddress: async () => null,
    async start(spec) {
      const folder = folderOf(spec.instanceId)
      const outlet = outlets.socketOf(spec.app)
      if (await claim(imagesFolder, folder, spec, outlet)) {
        try {
          await outlets.ensure(outlet)
          if (spec.egress !== undefined) writeRules(rules, spec.deploymentId, spec.egress)
          const image = await whileClaimed(folder, images.unpacked(spec.image))
          const plan = planSandbox({
            spec,
            image,
            host: { ...host, outside, networks: ownNetworks() },
            folder,
            sockets,
            outlet,
            shown,
            rules,
            filterLauncher: host.filterLauncher,
            leaseMs,
            outputKey: options.outputKey,
          })
          for (const [name, text] of Object.entries(plan.files)) await writeFile(join(folder, name), text)
          const { isRoot, uplink } = host
          await keepers.start({ program: programs.keeper, host: { isRoot, uplink }, order: plan.order })
        } catch (error) {
          const reason = `It could not be started: ${error instanceof Error ? error.message : String(error)}.`
          writeRecord(folder, 'exit', { code: null, reason, outOfMemory: false, at: new Date().toISOString() })
        }
      }
      const observation = await observe(spec.instanceId)
      if (observation === null) throw new Error(`the instance ${spec.instanceId} was forgotten while it was started`)
      return observation
    },
    observe,
    list,
    stop: (instanceId, { graceMs }) => stop(instanceId, graceMs),
    forget,
    async logs(instanceId, cursor) {
      const folder = folderOf(instanceId)
      return readRecord(folder, 'claim') === null
        ? { lines: [], cursor: cursor ?? '' }
        : readLog(folder, cursor, options.outputKey)
    },
    async figures(instanceId) {
      const record = readRecord(folderOf(instanceId), 'instance')
      if (record === null) return null
      return readFigures(record.cgroups) ?? (isAlive(record.init) ? processFigures(record.init.pid) : null)
    },
    async giveWay(instanceId, plan, givesWay) {
      const record = readRecord(folderOf(instanceId), 'instance')
      if (record !== null) writeTurn(record.cgroups, planTurn(host.cgroups, plan, givesWay))
    },
    showLoopback: async (endpoints) => writeShown(shown, endpoints),
    applyEgress: async (deploymentId, wanted) => writeRules(rules, deploymentId, wanted),
    egressCounts: async (instanceId) => readRecord(folderOf(instanceId), 'egress') ?? [],
    async removeAll() {
      for (const observation of await list()) await forget(observation.instanceId)
      outlets.end()
    },
    async close(closing) {
      await keepers.close()
      if (!closing?.stopInstances) return
      const living = (await list()).filter((observation) => observation.status !== 'stopped')
      await Promise.all(living.map((observation) => stop(observation.instanceId, CLOSING_GRACE_MS)))
      outlets.end()
    },
  }
}

/** At once, like everything a look reads: a wait for each of these short calls would wake the process for each. */
function markSeen(folder: string, now: Date): void {
  try {
    utimesSync(join(folder, SEEN), now, now)
  } catch {
    // It is not there yet, or no longer.
  }
}

function isStarting(folder: string): boolean {
  return observeFolder(folder, new Date())?.status === 'starting'
}

/** Moving a complete folder into place is the claim: of two platforms that start the same instance one wins. */
async function claim(drafts: string, folder: string, spec: InstanceSpec, outlet: string): Promise<boolean> {
  const draft = await mkdtemp(join(drafts, 'claim-'))
  await writeFile(join(draft, SEEN), '')
  const at = new Date().toISOString()
  const { instanceId, deploymentId } = spec
  writeRecord(draft, 'outlet', { socket: outlet })
  writeRecord(draft, 'claim', { instanceId, deploymentId, image: spec.image.digest, at })
  try {
    await rename(draft, folder)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' && code !== 'ENOTEMPTY') throw error
    await rm(draft, { recursive: true })
    return false
  }
}
