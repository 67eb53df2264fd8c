import type { V1Deployment, V1Pod } from '@kubernetes/client-node'
import { containerStatus } from './pods.ts'

/** What the cluster says on the way to every container that starts well. */
const USUAL = new Set(['ContainerCreating', 'PodInitializing'])

/** Why an instance has not started yet, as a sentence for its publisher; null while nothing is wrong. */
export function describeWaiting(deployment: V1Deployment, pod: V1Pod | undefined): string | null {
  if (pod === undefined) {
    const failure = deployment.status?.conditions?.find((one) => one.type === 'ReplicaFailure' && one.status === 'True')
    return failure === undefined ? null : sentence('The cluster creates no pod for it', failure.message)
  }
  return describeStuck(pod)
}

/** Why a pod does not start, where the cluster says so. */
export function describeStuck(pod: V1Pod): string | null {
  const scheduled = pod.status?.conditions?.find((one) => one.type === 'PodScheduled')
  if (scheduled?.status === 'False') return sentence('No node of the cluster takes it', scheduled.message)
  const waiting = (containerStatus(pod) ?? pod.status?.containerStatuses?.[0])?.state?.waiting
  if (waiting?.reason === undefined || USUAL.has(waiting.reason)) return null
  const what = /ImagePull/.test(waiting.reason) ? 'The cluster cannot pull its image' : 'The cluster cannot start it'
  return sentence(`${what} (${waiting.reason})`, waiting.message)
}

function sentence(what: string, message: string | undefined): string {
  return message === undefined || message === '' ? `${what}.` : `${what}: ${message.trim().replace(/\.$/, '')}.`
}
