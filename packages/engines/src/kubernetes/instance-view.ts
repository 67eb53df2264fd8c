import { setTimeout as pause } from 'node:timers/promises'
import type { V1Deployment, V1Pod } from '@kubernetes/client-node'
import type { Observation } from '../engine.ts'
import type { Cluster } from './cluster.ts'
import { type LogRow, readLogRows } from './log-text.ts'
import { LABELS } from './plan.ts'
import { observeObjects } from './pod-status.ts'
import { containerStatus, newestPod } from './pods.ts'

const SEEN_MS = 10_000
const LOOK_MS = 25

/** What the watches know about the instances of one platform. Reading it asks the cluster nothing, except for logs. */
export interface InstanceView {
  pods(instanceId: string): V1Pod[]
  deployment(instanceId: string): V1Deployment | undefined
  observe(instanceId: string): Observation | null
  list(): Observation[]
  /** The log of its newest pod after the cursor, a former run of the same container included. */
  readLog(instanceId: string, cursor: string | undefined): Promise<LogRow[]>
}

export function createInstanceView(cluster: Cluster): InstanceView {
  const isOf = (instanceId: string) => (object: V1Pod | V1Deployment) =>
    object.metadata?.labels?.[LABELS.instance] === instanceId
  const pods = (instanceId: string) => cluster.pods.list().filter(isOf(instanceId))
  const deployment = (instanceId: string) => cluster.deployments.list().find(isOf(instanceId))

  function observe(instanceId: string): Observation | null {
    const found = deployment(instanceId)
    return found === undefined ? null : observeObjects(found, pods(instanceId), new Date())
  }

  return {
    pods,
    deployment,
    observe,
    list: () =>
      cluster.deployments.list().flatMap((found) => observe(found.metadata?.labels?.[LABELS.instance] ?? '') ?? []),
    async readLog(instanceId, cursor) {
      const pod = newestPod(pods(instanceId))
      if (pod === undefined) return []
      const restarted = (containerStatus(pod)?.restartCount ?? 0) > 0
      const since = cursor === undefined || cursor === '' ? {} : { sinceTime: cursor }
      const before = restarted ? await cluster.logText(pod, { previous: true, ...since }).catch(() => '') : ''
      const now = await cluster.logText(pod, since).catch(() => '')
      return readLogRows(`${before}\n${now}`, cursor)
    },
  }
}

/** Waits until the watches show what was just written; without their word the caller goes on anyway. */
export async function untilSeen(check: () => boolean): Promise<void> {
  const end = Date.now() + SEEN_MS
  while (!check() && Date.now() < end) await pause(LOOK_MS)
}
