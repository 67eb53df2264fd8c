import type { V1ContainerStateTerminated, V1Deployment, V1Pod } from '@kubernetes/client-node'
import { describeExit } from '../describe-exit.ts'
import type { Exit, Observation } from '../engine.ts'
import { CONTAINER, EXIT, LABELS, PORT } from './plan.ts'

/** Reasons for which a container will not start however long one waits. */
const HOPELESS = /ErrImageNeverPull|InvalidImageName|CreateContainerError|RunContainerError|StartError/

/** What the cluster's objects say about an instance: pure, so every state of a pod can be tested. */
export function observeObjects(deployment: V1Deployment, pods: readonly V1Pod[]): Observation {
  const labels = deployment.metadata?.labels ?? {}
  const base = { instanceId: labels[LABELS.instance] ?? '', deploymentId: labels[LABELS.deployment] ?? '' }
  const written = deployment.metadata?.annotations?.[EXIT]
  if (written !== undefined) {
    const exit = JSON.parse(written) as Omit<Exit, 'at'> & { at: string }
    return { ...base, status: 'stopped', address: null, startedAt: null, exit: { ...exit, at: new Date(exit.at) } }
  }
  const pod = newest(pods)
  const status = pod?.status?.containerStatuses?.find((one) => one.name === CONTAINER)
  const ended = status?.state?.terminated ?? status?.lastState?.terminated
  if (ended !== undefined) {
    return { ...base, status: 'stopped', address: null, startedAt: ended.startedAt ?? null, exit: exitOf(ended, false) }
  }
  const waiting = status?.state?.waiting
  if (waiting?.reason !== undefined && HOPELESS.test(waiting.reason)) {
    const reason = `It could not be started: ${waiting.message ?? waiting.reason}.`
    return {
      ...base,
      status: 'stopped',
      address: null,
      startedAt: null,
      exit: { code: null, reason, outOfMemory: false, at: new Date() },
    }
  }
  const running = status?.state?.running
  const ip = pod?.status?.podIP
  if (running !== undefined && ip !== undefined) {
    return {
      ...base,
      status: 'running',
      address: `http://${ip}:${PORT}`,
      startedAt: running.startedAt ?? null,
      exit: null,
    }
  }
  return { ...base, status: 'starting', address: null, startedAt: null, exit: null }
}

export function exitOf(ended: V1ContainerStateTerminated, stopped: boolean): Exit {
  const outOfMemory = ended.reason === 'OOMKilled'
  return {
    code: ended.exitCode,
    reason: describeExit(ended.exitCode, outOfMemory, stopped),
    outOfMemory,
    at: ended.finishedAt ?? new Date(),
  }
}

export function newest(pods: readonly V1Pod[]): V1Pod | undefined {
  const time = (pod: V1Pod) => pod.metadata?.creationTimestamp?.getTime() ?? 0
  return pods.toSorted((a, b) => time(b) - time(a))[0]
}
