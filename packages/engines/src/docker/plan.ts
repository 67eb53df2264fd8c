import { createHash } from 'node:crypto'
import type { ContainerCreateOptions, NetworkCreateOptions } from 'dockerode'
import type { InstanceSpec, Plan } from '../engine.ts'
import { composeEnvironment } from '../environment.ts'
import { OPEN_FILES_LIMIT, PROCESS_LIMIT, TMP_BYTES } from '../limits.ts'
import { overlap, type Route } from './own-routes.ts'

/** What each of our containers carries, so that a platform finds its own and nobody else's. */
export const LABELS = {
  scope: 'mkt.scope',
  instance: 'mkt.instance',
  deployment: 'mkt.deployment',
  app: 'mkt.app',
  version: 'mkt.version',
  /** On the application's container: how its egress is guarded. */
  egress: 'mkt.egress',
  /** On the container that owns a network: whose. */
  networkOf: 'mkt.network-of',
} as const

/** What a container calls itself. */
export const HOST_NAME = 'app'
/** What the application is told to listen on; every container has an address of its own. */
export const PORT = 8080
/** 10.213.0.0/16, in subnets of 32 addresses. */
const RANGE = 0x0ad50000
const RANGE_MASK = 0xffff0000
const SUBNET_SIZE = 32
const SUBNET_MASK = 0xffffffe0
const SUBNETS = 2048
const SUBNETS_TO_TRY = 64
/** Of all containers of one user together; what one container may have is limited by its cgroup. */
export const PODMAN_PROCESSES = 32_768

/** The daemon keeps no output. */
export const NO_LOG = 'none'
/** A reader that is slow, or away, must not become the application's brake. */
const DAEMON_LOG = {
  Type: 'json-file',
  Config: { 'max-size': '4m', 'max-file': '2', mode: 'non-blocking', 'max-buffer-size': '1m' },
}

export function containerName(instanceId: string): string {
  return `mkt-${instanceId}`
}

/** The weight of a container where the processor is scarce; the least there is while it gives way. */
export function cpuShares({ cpu }: Plan, givesWay: boolean): number {
  return givesWay ? 2 : Math.max(2, Math.round(cpu * 1024))
}

/** What belongs together on the network: containers of trials and shadows have networks and rules of their own. */
export function networkScope(scope: string, isolated: boolean | undefined): string {
  return isolated === true ? `${scope} isolated` : scope
}

/** Kernel names are short: scope and app shrink to hashes. All interfaces of a scope begin alike. */
export function bridgePrefix(scope: string): string {
  return `mk${hash(scope).slice(0, 4)}`
}

export function networkName(scope: string, app: string): string {
  return `mkt-${hash(scope).slice(0, 4)}-${app.replace('/', '.')}`
}

/**
 * A network per app, on the first subnets to try. They come from a range of our own, because the daemon's would be used
 * up after thirty apps, and are none that this machine reaches otherwise: the daemon does not look, and the application
 * would be out of reach. A way to our whole range cannot be avoided, and needs not be: the narrower one wins.
 */
export function planNetworks(
  scope: string,
  app: string,
  routes: readonly Route[],
  isolated?: boolean,
): NetworkCreateOptions[] {
  const first = Number.parseInt(hash(`${networkScope(scope, isolated)} ${app}`).slice(0, 8), 16)
  const taken = routes.filter(({ mask }) => mask > RANGE_MASK)
  return Array.from({ length: SUBNETS }, (_, n) => RANGE + ((first + n) % SUBNETS) * SUBNET_SIZE)
    .filter((base) => !taken.some((route) => overlap(route, { base, mask: SUBNET_MASK })))
    .slice(0, SUBNETS_TO_TRY)
    .map((base) => planNetwork(scope, app, base, isolated))
}

function planNetwork(scope: string, app: string, base: number, isolated?: boolean): NetworkCreateOptions {
  const place = networkScope(scope, isolated)
  const address = [24, 16, 8, 0].map((shift) => (base >>> shift) & 255).join('.')
  return {
    Name: networkName(place, app),
    Driver: 'bridge',
    CheckDuplicate: true,
    Labels: { [LABELS.scope]: scope, [LABELS.app]: app },
    IPAM: { Driver: 'default', Config: [{ Subnet: `${address}/27` }] },
    Options: {
      'com.docker.network.bridge.name': `${bridgePrefix(place)}${hash(app).slice(0, 8)}`,
      'com.docker.network.bridge.enable_icc': 'false',
    },
  }
}

export interface ContainerPlanInput {
  spec: InstanceSpec
  scope: string
  image: { env: readonly string[]; user: string }
  /** Publish the port on the daemon's loopback: where container addresses cannot be reached from here. */
  publish: boolean
  /** Podman asks for more processes per user than some machines grant, unless told otherwise. */
  podman?: boolean
  /** The guarded network it joins instead of that of its app. */
  guarded?: GuardedPlace | null
  /** The security option that names its filter of system calls; null: the daemon's own. */
  callFilter: string | null
  /** Whether somebody else takes its output: then the daemon keeps none of it. */
  outputTaken?: boolean
}

export interface GuardedPlace {
  kind: string
  owner: string
  port: number
  binds: readonly string[]
}

export function planContainer(input: ContainerPlanInput): ContainerCreateOptions {
  const { spec, scope, image, publish, podman, callFilter, guarded = null, outputTaken = false } = input
  const { plan, variables, stateApi, otlp } = spec
  const environment = composeEnvironment({ image: image.env, variables, port: guarded?.port ?? PORT, stateApi, otlp })
  return {
    name: containerName(spec.instanceId),
    Image: spec.image.reference,
    User: isRoot(image.user) ? '1000:1000' : image.user,
    Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    // Who joins a network takes its name and its ports as they are.
    ...(guarded === null ? { Hostname: HOST_NAME, ExposedPorts: { [`${PORT}/tcp`]: {} } } : {}),
    Labels: {
      [LABELS.scope]: scope,
      [LABELS.instance]: spec.instanceId,
      [LABELS.deployment]: spec.deploymentId,
      [LABELS.app]: spec.app,
      [LABELS.version]: spec.version,
      ...(guarded === null ? {} : { [LABELS.egress]: guarded.kind }),
    },
    HostConfig: {
      NetworkMode:
        guarded === null ? networkName(networkScope(scope, spec.isolated), spec.app) : `container:${guarded.owner}`,
      ...(guarded === null ? {} : { Binds: [...guarded.binds] }),
      ReadonlyRootfs: true,
      Tmpfs: { '/tmp': `rw,nosuid,nodev,size=${TMP_BYTES},mode=1777` },
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges', ...(callFilter === null ? [] : [callFilter])],
      PidsLimit: PROCESS_LIMIT,
      Memory: plan.memoryBytes,
      MemorySwap: plan.memoryBytes,
      CpuShares: cpuShares(plan, false),
      NanoCpus: Math.round(plan.cpuCeiling * 1e9),
      Ulimits: [
        { Name: 'nofile', Soft: OPEN_FILES_LIMIT, Hard: OPEN_FILES_LIMIT },
        ...(podman ? [{ Name: 'nproc', Soft: PODMAN_PROCESSES, Hard: PODMAN_PROCESSES }] : []),
      ],
      RestartPolicy: { Name: 'no' },
      LogConfig: outputTaken ? { Type: NO_LOG, Config: {} } : DAEMON_LOG,
      ...(publish && guarded === null
        ? { PortBindings: { [`${PORT}/tcp`]: [{ HostIp: '127.0.0.1', HostPort: '' }] } }
        : {}),
    },
  }
}

function isRoot(user: string): boolean {
  return ['', '0', 'root'].includes(user.split(':')[0] ?? '')
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
