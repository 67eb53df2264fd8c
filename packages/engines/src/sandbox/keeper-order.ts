import type { EgressRules } from '../egress/rules.ts'
import type { CgroupFolder } from './cgroup-plan.ts'
import type { NetworkPlan } from './network-plan.ts'
import type { ProcessIdentity } from './process-identity.ts'

/** What the platform hands its keeper through standard input: nothing of it touches the disk. */
export interface KeeperOrder {
  instanceId: string
  deploymentId: string
  folder: string
  /** Where the gateway connects. */
  socket: string
  /** The way out to the host's own addresses. */
  outlet: string
  /** The folder that tells which further places of the host's loopback are shown inside; null: none. */
  shown: string | null
  network: NetworkPlan
  /** Who guards its way out; null: nobody. Closed: there is no other way. */
  egress: { rules: EgressRules; folder: string; allow: string[]; closed: boolean } | null
  script: string
  idMap: string
  cgroups: CgroupFolder[]
  uplink: ProcessIdentity | null
  /** What its output is sealed with on the disk, in base64; null: it lies there as it is. */
  outputKey: string | null
  /** Ends the instance when no platform looked at it for this long. */
  leaseMs: number
}

/** Lines the keeper says on its standard output. */
export const NETWORK_READY = 'network'
export const STARTED = 'started'
