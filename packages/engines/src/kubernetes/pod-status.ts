import type { V1ContainerStateTerminated, V1Deployment, V1Pod } from '@kubernetes/client-node'
import { describeExit } from '../describe-exit.ts'
import type { Exit, Observation } from '../engine.ts'
import { EXIT, LABELS, PORT } from './plan.ts'
import { containerStatus, currentPod } from './pods.ts'
import { readTime } from './read-time.ts'
import { describeWaiting } from './waiting.ts'

/** Reasons for which a container will not start however long one waits. */
const HOPELESS = /ErrImageNeverPull|InvalidImageName|CreateContainerError|RunContainerError|StartError/

/** What the cluster's objects say about an instance: pure, so every state of a pod can be tested. */
export function observeObjects(deployment: V1Deployment, pods: readonly V1Pod[], now: Date): Observation {
  const labels = deployment.metadata?.labels ?? {}
  const base = { instanceId: labels[LABELS.instance] ?? '', deploymentId: labels[LABELS.deployment] ?? '' }
  const written = deployment.metadata?.annotations?.[EXIT]
  if (written !== undefined) {
    const exit = JSON.parse(written) as Omit<Exit, 'at'> & { at: string }
    return { ...base, status: 'stopped', address: null, startedAt: null, exit: { ...exit, at: new Date(exit.at) } }
  }
  const pod = currentPod(pods)
  const status = pod && containerStatus(pod)
  const ended = status?.state?.terminated ?? status?.lastState?.terminated
  if (ended !== undefined) {
    const startedAt = readTime(ended.startedAt)
    return { ...base, status: 'stopped', address: null, startedAt, exit: exitOf(ended, false, now) }
  }
  const waiting = status?.state?.waiting
  if (waiting?.reason !== undefined && HOPELESS.test(waiting.reason)) {
    const reason = `It could not be started: ${waiting.message ?? waiting.reason}.`
    const exit = { code: null, reason, outOfMemory: false, at: now }
    return { ...base, status: 'stopped', address: null, startedAt: null, exit }
  }
  const running = status?.state?.running
  const ip = pod?.status?.podIP
  if (running !== undefined && ip !== undefined) {
    const startedAt = readTime(running.startedAt)
    return { ...base, status: 'running', address: `http://${ip}:${PORT}`, startedAt, exit: null }
  }
  const why = describeWaiting(deployment, pod)
  const starting = { ...base, status: 'starting' as const, address: null, startedAt: null, exit: null }
  return why === null ? starting : { ...starting, waiting: why }
}

export function exitOf(ended: V1ContainerStateTerminated, stopped: boolean, now: Date): Exit {
  const outOfMemory = ended.reason === 'OOMKilled'
  return {
    code: ended.exitCode,
    reason: describeExit(ended.exitCode, outOfMemory, stopped),
    outOfMemory,
    at: readTime(ended.finishedAt) ?? now,
  }
}
