import type { ContainerInspectInfo } from 'dockerode'
import { unixAddress } from '../address.ts'
import { describeExit } from '../describe-exit.ts'
import type { Observation } from '../engine.ts'
import { LABELS, networkName, networkScope, PORT } from './plan.ts'

const KILLED = 137

export interface Point {
  scope: string
  publish: boolean
  /** Whether this platform asked it to stop. */
  stopped: boolean
  /** Where an instance is reached whose network is guarded. */
  socketOf(instanceId: string): string
}

/** Whether its egress goes through a guard. */
export function hasGuardedNetwork(found: ContainerInspectInfo): boolean {
  return found.Config.Labels?.[LABELS.egress] !== undefined
}

/** What the daemon's words about a container mean for its instance. */
export function observationOf(found: ContainerInspectInfo, { scope, publish, stopped, socketOf }: Point): Observation {
  const labels = found.Config.Labels ?? {}
  const { State } = found
  const base = { instanceId: labels[LABELS.instance] ?? '', deploymentId: labels[LABELS.deployment] ?? '' }
  if (State.Running) {
    if (hasGuardedNetwork(found)) {
      const address = unixAddress(socketOf(base.instanceId))
      return { ...base, status: 'running', address, startedAt: new Date(State.StartedAt), exit: null }
    }
    const published = found.NetworkSettings.Ports[`${PORT}/tcp`]?.[0]?.HostPort
    const names = [false, true].map((one) => networkName(networkScope(scope, one), labels[LABELS.app] ?? ''))
    const address = names.map((name) => found.NetworkSettings.Networks[name]?.IPAddress).find(Boolean)
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
