import { setTimeout as pause } from 'node:timers/promises'
import type { V1Deployment, V1Pod } from '@kubernetes/client-node'
import type { Exit } from '../engine.ts'
import { guarded } from '../guarded.ts'
import type { Cluster } from './cluster.ts'
import { type InstanceView, untilSeen } from './instance-view.ts'
import type { LogRow } from './log-text.ts'
import { deploymentHead, EXIT, LABELS, TAIL } from './plan.ts'
import { exitOf } from './pod-status.ts'
import { containerStatus } from './pods.ts'

const LOOK_MS = 100
/** How long a node has, beyond the grace, to report that a pod has ended; then it counts as lost. */
const NODE_MS = 30_000
/** How long a pod may stay after its removal by force; then a finalizer holds it, which is not ours to remove. */
const FORCED_MS = 5_000
/** Annotations hold 256 KB in all. */
const TAIL_LINES = 100
const TAIL_WIDTH = 1_000

/**
 * Ends an instance: no more pods, stop signal, grace, removal. Its exit and its last lines are written to the Deployment,
 * because they vanish with the pod. A node that is lost reports nothing, so after a time the pod is removed by force, and
 * what remains then is not waited for.
 */
export async function stopInstance(
  cluster: Cluster,
  view: InstanceView,
  instanceId: string,
  graceMs: number,
): Promise<void> {
  const deployment = view.deployment(instanceId)
  if (deployment === undefined || isEnded(deployment)) return
  const former = view.observe(instanceId)
  const head = deploymentHead(instanceId, deployment.metadata?.namespace ?? '')
  await cluster.merge({ ...head, spec: { replicas: 0 } } as V1Deployment)
  const ended = await followToEnd(cluster, view, instanceId, graceMs)
  // Another stop that saw the container end has written how: that stays.
  if (isEnded(view.deployment(instanceId))) return
  const exit = former?.status === 'stopped' && former.exit !== null ? former.exit : ended.exit
  const tail = ended.tail.map((row) => ({ ...row, text: row.text.slice(0, TAIL_WIDTH) }))
  const annotations = { [EXIT]: JSON.stringify(exit), [TAIL]: JSON.stringify(tail) }
  await cluster.merge({ ...head, metadata: { ...head.metadata, annotations } } as V1Deployment)
  await untilSeen(() => {
    const seen = view.deployment(instanceId)
    return seen === undefined || isEnded(seen)
  })
}

function isEnded(deployment: V1Deployment | undefined): boolean {
  return deployment?.metadata?.annotations?.[EXIT] !== undefined
}

async function followToEnd(
  cluster: Cluster,
  view: InstanceView,
  instanceId: string,
  graceMs: number,
): Promise<{ exit: Exit; tail: LogRow[] }> {
  const exit: Exit = { code: null, reason: 'It was stopped by the platform.', outOfMemory: false, at: new Date() }
  const tail: LogRow[] = []
  const note = guarded(
    () => {},
    (pod: V1Pod) => {
      const ended = containerStatus(pod)?.state?.terminated
      if (pod.metadata?.labels?.[LABELS.instance] === instanceId && ended !== undefined)
        Object.assign(exit, exitOf(ended, true, new Date()))
    },
  )
  cluster.pods.on('change', note)
  cluster.pods.on('delete', note)
  try {
    const began = Date.now()
    let forced = false
    // Beside the loop: an application may end, and its last lines with it, before all its pods are asked to.
    const removing = removePods(cluster, view.pods(instanceId), Math.ceil(graceMs / 1000))
    let refusal: { error: unknown } | undefined
    removing.catch((error: unknown) => {
      refusal = { error }
    })
    while (view.pods(instanceId).length > 0) {
      if (refusal !== undefined) throw refusal.error
      const late = Date.now() - began - graceMs - NODE_MS
      if (late > 0 && !forced) {
        forced = true
        await removePods(cluster, view.pods(instanceId), 0)
      }
      if (late > FORCED_MS) break
      tail.push(...(await view.readLog(instanceId, tail.at(-1)?.stamp)))
      tail.splice(0, tail.length - TAIL_LINES)
      await pause(LOOK_MS)
    }
  } finally {
    cluster.pods.off('change', note)
    cluster.pods.off('delete', note)
  }
  return { exit, tail }
}

async function removePods(cluster: Cluster, pods: readonly V1Pod[], graceSeconds: number): Promise<void> {
  for (const pod of pods) {
    const { name = '', namespace = '' } = pod.metadata ?? {}
    await cluster.remove({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace } }, graceSeconds)
  }
}
