import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { V1Pod } from '@kubernetes/client-node'
import type { Cluster } from './cluster.ts'
import { planNamespace } from './namespace-plan.ts'
import {
  closedClient,
  judgeTrial,
  type PolicyTrial,
  planTrialClient,
  planTrialPolicy,
  planTrialServer,
  REACHED,
  TRIAL_PODS,
} from './policy-trial.ts'
import { describeStuck } from './waiting.ts'

const TRIAL_MS = 90_000
const LOOK_MS = 250
/** A pull is tried again by the cluster, but a platform that starts does not wait for that. */
const HOPELESS = /ImagePullBackOff|InvalidImageName|ErrImageNeverPull|CreateContainer/

/**
 * Tries whether the cluster enforces network policies: one pod reaches another, then a policy that forbids it applies, and it must no
 * longer. Everything is in a namespace of its own, which is removed afterwards.
 */
export async function tryPolicies(cluster: Cluster, options: { scope: string; image: string }): Promise<PolicyTrial> {
  const namespace = `${cluster.prefix}-trial-${randomBytes(4).toString('hex')}`
  const { core } = cluster
  const end = Date.now() + TRIAL_MS
  const read = (name: string) => core.readNamespacedPod({ name, namespace })

  /** Looks at a pod until it shows what is waited for; null once the time is over or the pod cannot start. */
  async function until<T>(name: string, look: (pod: V1Pod) => Promise<T | null> | T | null): Promise<T | null> {
    for (;;) {
      const pod = await read(name)
      const found = await look(pod)
      const reason = pod.status?.containerStatuses?.[0]?.state?.waiting?.reason ?? ''
      if (found !== null || Date.now() > end || HOPELESS.test(reason)) return found
      await pause(LOOK_MS)
    }
  }
  const late = async (name: string): Promise<PolicyTrial> => ({
    verdict: 'unknown',
    why: describeStuck(await read(name)) ?? `its pods were not ready within ${TRIAL_MS / 1000} s`,
  })

  try {
    await cluster.apply(planNamespace(namespace, { scope: options.scope, app: 'trial' }, new Date()))
    await cluster.apply(planTrialPolicy(namespace))
    await cluster.apply(planTrialServer(namespace, options.image))
    const host = await until(TRIAL_PODS.server, ({ status }) =>
      status?.containerStatuses?.[0]?.state?.running === undefined ? null : (status.podIP ?? null),
    )
    if (host === null) return await late(TRIAL_PODS.server)
    await cluster.apply(planTrialClient(namespace, options.image, host))
    const reached = await until(TRIAL_PODS.client, async (pod) => {
      if (judgeTrial(pod) !== null) return true
      const log = await core.readNamespacedPodLog({ name: TRIAL_PODS.client, namespace }).catch(() => '')
      return log.includes(REACHED) ? true : null
    })
    if (reached === null) return await late(TRIAL_PODS.client)
    await cluster.merge(closedClient(namespace))
    return (await until(TRIAL_PODS.client, judgeTrial)) ?? (await late(TRIAL_PODS.client))
  } catch (error) {
    return { verdict: 'unknown', why: error instanceof Error ? error.message : String(error) }
  } finally {
    await core.deleteNamespace({ name: namespace }).catch(() => {})
  }
}
