import type { EgressRules } from './egress/rules.ts'
import type { EgressCount } from './egress/tally.ts'
import type { ImageSource } from './image-source.ts'
import type { Isolation } from './isolation.ts'
import type { LogPage } from './log-line.ts'

export type EngineName = 'sandbox' | 'docker' | 'kubernetes'

/** What one performance plan grants: a guaranteed share, a ceiling, and a hard memory limit. */
export interface Plan {
  cpu: number
  cpuCeiling: number
  memoryBytes: number
}

/** One container to run. Two starts with the same `instanceId` are one instance. */
export interface InstanceSpec {
  instanceId: string
  deploymentId: string
  /** `<org>/<app>` and version: labels for people who look at the engine itself. */
  app: string
  version: string
  image: ImageSource
  /** The publisher's application variables. `MKT_PORT`, `MKT_STATE_API` and `MKT_OTLP` are added by the engine and win. */
  variables: Readonly<Record<string, string>>
  /** Origin of the state interface, reachable for the application exactly as written here. */
  stateApi: string
  /** Where the application reports telemetry of its own; absent: nowhere. */
  otlp?: string
  /**
   * A container of a trial or a shadow: of private addresses it reaches the state interface and what `allowAddresses` names, whatever
   * other containers are shown.
   */
  isolated?: boolean
  plan: Plan
  /** `address`, `address:port` or CIDR which count as outside although they are private. */
  allowAddresses: readonly string[]
  /** Where its deployment may send data; absent: to every public host. */
  egress?: EgressRules
}

export type InstanceStatus = 'starting' | 'running' | 'stopped'

export interface Observation {
  instanceId: string
  deploymentId: string
  status: InstanceStatus
  /** Where the gateway reaches it: `http://host:port` or `unix:/path/to.sock`; null until known and once stopped. */
  address: string | null
  startedAt: Date | null
  exit: Exit | null
  /** Why it has not started yet, where the engine knows: a sentence for the publisher. */
  waiting?: string
}

/** How an instance ended. `reason` is a sentence for the publisher. */
export interface Exit {
  code: number | null
  reason: string
  outOfMemory: boolean
  at: Date
}

export interface Figures {
  cpuSeconds: number
  /** What it would have taken besides, had it not waited for a processor; absent where nobody counts it. */
  waitedSeconds?: number | undefined
  memoryBytes: number
  processes: number
}

export interface StopOptions {
  /** Time between the stop signal and the kill. */
  graceMs: number
}

/**
 * Runs containers. Every method may be called by several platforms on the same engine at once, and after a restart of
 * the platform finds what was started before.
 */
export interface Engine {
  readonly name: EngineName
  /** Which parts of the isolation this machine cannot give. */
  isolation(): Promise<Isolation>
  /**
   * The address of this machine under which its applications reach it, where the loopback they see is not ours: a
   * platform on one machine binds the state interface to it too. Null where addresses are reachable as written.
   */
  hostAddress(): Promise<string | null>
  /** Starts the instance, or finds it when it is there already. Resolves when it is on its way, not when it is healthy. */
  start(spec: InstanceSpec): Promise<Observation>
  observe(instanceId: string): Promise<Observation | null>
  /** Every instance of this platform on this engine, running or ended and not yet forgotten. */
  list(): Promise<Observation[]>
  /** Stop signal, grace, kill. Resolves when nothing of it runs any more. An unknown instance is fine. */
  stop(instanceId: string, options: StopOptions): Promise<void>
  /** Removes what is left of an ended instance, its log included. */
  forget(instanceId: string): Promise<void>
  /**
   * Replaces what the engine signs in with to pull the image of this instance. Only where an engine pulls again by itself,
   * long after the start; an unknown instance is fine.
   */
  renewCredential?(instanceId: string, image: Pick<ImageSource, 'reference' | 'credential'>): Promise<void>
  /** The lines after `cursor` (from the beginning without one), at most about 1 MB of them. */
  logs(instanceId: string, cursor?: string): Promise<LogPage>
  figures(instanceId: string): Promise<Figures | null>
  /**
   * Lets an instance have what others leave of the processor, or its share again; an unknown instance is fine. Only where weights can be
   * changed while it runs.
   */
  giveWay?(instanceId: string, plan: Plan, givesWay: boolean): Promise<void>
  /**
   * Shows these places of this machine's loopback to every instance, present and coming, at their own address and port.
   * Only where applications have a loopback of their own instead of the machine's.
   */
  showLoopback?(endpoints: readonly { host: string; port: number }[]): Promise<void>
  /** Replaces the rules of a deployment. Connections that they no longer allow are closed within seconds. */
  applyEgress?(deploymentId: string, rules: EgressRules): Promise<void>
  /**
   * What an instance sent where since it started, by hour, host and port; where counts have a `run`, since that began. Still known when it
   * has ended, until it is forgotten.
   */
  egressCounts?(instanceId: string): Promise<EgressCount[]>
  /** Removes everything that this platform put onto the engine, running or not: afterwards nothing of it is left. */
  removeAll(): Promise<void>
  /** Lets go of connections and watches; with `stopInstances` it first ends every instance it knows. */
  close(options?: { stopInstances?: boolean }): Promise<void>
}
