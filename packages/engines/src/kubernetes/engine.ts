import type { Engine } from '../engine.ts'
import { type Caller, callersOf } from './callers.ts'
import type { Cluster } from './cluster.ts'
import { createInstanceView, untilSeen } from './instance-view.ts'
import { judgeCluster } from './isolation.ts'
import { type LogRow, pageOfRows } from './log-text.ts'
import { objectName, pullSecretName } from './names.ts'
import { planNetworkPolicy } from './network-policy.ts'
import { deploymentHead, LABELS, type Place, planDeployment, planService, TAIL } from './plan.ts'
import { podFigures } from './pod-figures.ts'
import { observeObjects } from './pod-status.ts'
import { currentPod } from './pods.ts'
import { readFacts } from './read-facts.ts'
import { planPullSecret, planSecret, pullData } from './secret-plan.ts'
import { stopInstance } from './stop-instance.ts'

export interface KubernetesOptions {
  scope: string
  /** Who may call applications besides the platform's own namespace; see `parseCaller`. */
  callers?: readonly string[] | undefined
  /** The operator says that the cluster's network plugin enforces policies. */
  policiesEnforced?: boolean | undefined
}

const CLOSING_GRACE_MS = 3_000

/** Runs applications on a cluster. Objects say what is wanted, watches tell what is; owner references clean up. */
export async function createKubernetesEngine(cluster: Cluster, options: KubernetesOptions): Promise<Engine> {
  const { namespace } = cluster
  const place: Place = { scope: options.scope, namespace }
  const view = createInstanceView(cluster)
  const facts = await readFacts(cluster)
  const { version } = facts
  const { callers: named = [], policiesEnforced = false } = options
  const callers: Caller[] | null = callersOf({ named, ownNamespace: cluster.ownNamespace, version })
  const stop = (instanceId: string, graceMs: number) => stopInstance(cluster, view, instanceId, graceMs)

  function secretHead(name: string) {
    return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace } }
  }

  /** The name that all instances of a deployment share goes with the last of them. */
  async function removeService(deploymentId: string): Promise<void> {
    const left = cluster.deployments
      .list(namespace)
      .some((one) => one.metadata?.labels?.[LABELS.deployment] === deploymentId)
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: objectName(deploymentId), namespace } }
    if (!left) await cluster.remove(service)
  }

  return {
    name: 'kubernetes',
    isolation: async () => judgeCluster(facts, { policiesEnforced, callers }),
    hostAddress: async () => null,
    async start(spec) {
      const existing = view.observe(spec.instanceId)
      if (existing !== null) return existing
      await cluster.apply(planNetworkPolicy(spec, place, callers))
      await cluster.apply(planService(spec, place))
      const secrets = [planSecret(spec, place), planPullSecret(spec, place)].filter((secret) => secret !== null)
      for (const secret of secrets) await cluster.apply(secret)
      const owner = await cluster.apply(planDeployment(spec, place))
      const { apiVersion, kind, metadata } = deploymentHead(spec.instanceId, namespace)
      const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: owner.metadata?.uid ?? '' }]
      for (const secret of secrets)
        await cluster.apply({ ...secret, metadata: { ...secret.metadata, ownerReferences } })
      await untilSeen(() => view.deployment(spec.instanceId) !== undefined)
      return view.observe(spec.instanceId) ?? observeObjects(owner, [], new Date())
    },
    observe: async (instanceId) => view.observe(instanceId),
    list: async () => view.list(),
    stop: (instanceId, { graceMs }) => stop(instanceId, graceMs),
    async forget(instanceId) {
      const deployment = view.deployment(instanceId)
      await cluster.remove(deploymentHead(instanceId, namespace))
      // By name as well: a start that was cut short leaves Secrets without an owner.
      for (const name of [objectName(instanceId), pullSecretName(instanceId)]) await cluster.remove(secretHead(name))
      await untilSeen(() => view.deployment(instanceId) === undefined)
      const deploymentId = deployment?.metadata?.labels?.[LABELS.deployment]
      if (deploymentId !== undefined) await removeService(deploymentId)
    },
    async renewCredential(instanceId, image) {
      const stringData = pullData(image)
      if (stringData !== null) await cluster.merge({ ...secretHead(pullSecretName(instanceId)), stringData } as object)
    },
    async logs(instanceId, cursor) {
      const written = view.deployment(instanceId)?.metadata?.annotations?.[TAIL]
      const rows = written === undefined ? await view.readLog(instanceId, cursor) : (JSON.parse(written) as LogRow[])
      return pageOfRows(rows, cursor)
    },
    async figures(instanceId) {
      const pod = currentPod(view.pods(instanceId))
      return pod === undefined ? null : podFigures(cluster, pod)
    },
    async removeAll() {
      await Promise.all(view.list().map((observation) => stop(observation.instanceId, 0)))
      await cluster.removeAll()
    },
    async close(closing) {
      if (closing?.stopInstances) {
        const living = view.list().filter((observation) => observation.status !== 'stopped')
        await Promise.all(living.map((observation) => stop(observation.instanceId, CLOSING_GRACE_MS)))
      }
      await cluster.close()
    },
  }
}
