import type { V1ContainerStatus, V1Pod } from '@kubernetes/client-node'
import { CONTAINER } from './plan.ts'
import { readTime } from './read-time.ts'

/** The application's container: a cluster may inject others into the pod. */
export function containerStatus(pod: V1Pod): V1ContainerStatus | undefined {
  return pod.status?.containerStatuses?.find((one) => one.name === CONTAINER)
}

/**
 * The pod that stands for the instance now. A pod that is being deleted does not count: on a lost node, or with a finalizer,
 * it stays for as long as the node is away while its replacement serves.
 */
export function currentPod(pods: readonly V1Pod[]): V1Pod | undefined {
  return newestPod(pods.filter((pod) => readTime(pod.metadata?.deletionTimestamp) === null))
}

/** The pod that was created last; of two created in the same second the one that has not ended. */
export function newestPod(pods: readonly V1Pod[]): V1Pod | undefined {
  const created = (pod: V1Pod) => readTime(pod.metadata?.creationTimestamp)?.getTime() ?? 0
  return pods.toSorted((a, b) => created(b) - created(a) || Number(hasEnded(a)) - Number(hasEnded(b)))[0]
}

function hasEnded(pod: V1Pod): boolean {
  return pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded'
}
