import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { declaredPortsOf, networkKind, OPEN_EGRESS } from '../egress/rules.ts'
import type { InstanceSpec } from '../engine.ts'
import { composeEnvironment } from '../environment.ts'
import type { ImageConfig } from '../image-source.ts'
import { type CgroupHost, planCgroups } from './cgroup-plan.ts'
import type { KeeperOrder } from './keeper-order.ts'
import { planNetwork } from './network-plan.ts'
import { type EnvTool, setupScript } from './setup-script.ts'

/** What the cgroups of all instances of this machine hang under, or begin with. */
export const GROUP = 'mkt'
/** Host users for applications: above all ranges that distributions hand out. */
const FIRST_HOST_USER = 0x70000000

export interface SandboxPlanInput {
  spec: InstanceSpec
  image: { root: string; config: ImageConfig }
  host: { isRoot: boolean; cgroups: CgroupHost; envTool: EnvTool; outside: boolean; networks: readonly string[] }
  folder: string
  sockets: string
  outlet: string
  shown: string
  /** The folder of the rules for egress. */
  rules: string
  /** The program that loads the filter of system calls, where it works. */
  filterLauncher: string | null
  leaseMs: number
  outputKey?: Buffer | undefined
}

export interface SandboxPlan {
  order: KeeperOrder
  /** Files to write into the instance's folder before the keeper starts. */
  files: Readonly<Record<string, string>>
}

/** Everything that will be done for one instance, as data. */
export function planSandbox(input: SandboxPlanInput): SandboxPlan {
  const { spec, host, folder } = input
  const { root, config } = input.image
  const argv = [...config.entrypoint, ...config.cmd]
  if (argv.length === 0) throw new Error('the image names neither an entry point nor a command')
  const { stateApi, otlp, allowAddresses, variables } = spec
  const rules = spec.egress ?? OPEN_EGRESS
  const egress = networkKind(rules)
  const { outside, networks: hostNetworks } = host
  const declaredPorts = declaredPortsOf(rules)
  const network = planNetwork({ stateApi, allowAddresses, hostNetworks, outside, egress, declaredPorts })
  const environment = composeEnvironment({ image: config.env, variables, port: network.port, stateApi, otlp })
  return {
    files: { hosts: network.hosts, 'resolv.conf': network.resolvConf },
    order: {
      instanceId: spec.instanceId,
      deploymentId: spec.deploymentId,
      folder,
      socket: join(input.sockets, `${digest(spec.instanceId).toString('hex').slice(0, 16)}.sock`),
      outlet: input.outlet,
      shown: spec.isolated === true ? null : input.shown,
      egress:
        egress === 'open'
          ? null
          : { rules, folder: input.rules, allow: [...allowAddresses], closed: egress === 'closed' },
      network,
      script: setupScript({
        root,
        files: folder,
        argv,
        workingDir: config.workingDir,
        environment,
        envTool: host.envTool,
        secondUser: host.isRoot,
        filterLauncher: input.filterLauncher,
      }),
      idMap: idMap(host.isRoot, spec.instanceId),
      cgroups: planCgroups(host.cgroups, GROUP, spec.instanceId, spec.plan),
      uplink: null,
      leaseMs: input.leaseMs,
      outputKey: input.outputKey?.toString('base64') ?? null,
    },
  }
}

/** Root gives every instance a host user of its own; anybody else has only their own. */
function idMap(isRoot: boolean, instanceId: string): string {
  if (!isRoot) return '0 0 1'
  return `0 0 1\n1000 ${FIRST_HOST_USER + digest(instanceId).readUIntBE(0, 3)} 1`
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
