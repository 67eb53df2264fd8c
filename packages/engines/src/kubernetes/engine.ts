import { networkKind, OPEN_EGRESS } from '../egress/rules.ts'
import type { Engine, InstanceSpec } from '../engine.ts'
import { applyInNamespace, applyInstance } from './apply-instance.ts'
import { type Caller, callersOf } from './callers.ts'
import type { Cluster } from './cluster.ts'
import { budgetVersion } from './disruption-budget.ts'
import { createInstanceView, untilSeen } from './instance-view.ts'
import { judgeCluster } from './isolation.ts'
import { type LogRow, pageOfRows } from './log-text.ts'
import { objectName, pullSecretName } from './names.ts'
import { createNamespaces } from './namespaces.ts'
import { createOutlets } from './outlet/outlets.ts'
import { deploymentHead, LABELS, OBJECT_KINDS, type Place, TAIL } from './plan.ts'
import { podFigures } from './pod-figures.ts'
import { observeObjects } from './pod-status.ts'
import { currentPod } from './pods.ts'
import type { PolicyTrial } from './policy-trial.ts'
import { prepareCallers } from './prepare-callers.ts'
import { readFacts } from './read-facts.ts'
import { pullData } from './secret-plan.ts'
import { stopInstance } from './stop-instance.ts'
import { tryPolicies } from './try-policies.ts'

export interface KubernetesOptions {
  scope: string
  /** Who may call applications besides the platform's own gateways, workers and apis; see `parseCaller`. */
  callers?: readonly string[] | undefined
  /** The operator says that the cluster's network plugin enforces policies: nothing is tried. */
  policiesEnforced?: boolean | undefined
  /** An image with Node: two pods of it try whether policies are enforced, and outlets run with it. */
  trialImage?: string | undefined
  /** Who outlets ask for names; default: the cluster's name server. */
  nameServers?: readonly string[] | undefined
  /** What the applications of one publisher may take together; see `parseQuota`. */
  quota?: Readonly<Record<string, string>> | undefined
  /** The PriorityClass of applications. */
  priorityClass?: string | undefined
}

const CLOSING_GRACE_MS = 3_000

/** Runs applications on a cluster. Objects say what is wanted, watches tell what is; owner references clean up. */
export async function createKubernetesEngine(cluster: Cluster, options: KubernetesOptions): Promise<Engine> {
  const { scope, callers: named = [], policiesEnforced = false, trialImage, quota = {}, priorityClass } = options
  const { nameServers } = options
  const view = createInstanceView(cluster)
  const namespaces = createNamespaces(cluster, { scope, quota })
  const facts = await readFacts(cluster)
  const { version } = facts
  const callers: Caller[] | null = callersOf({ named, ownNamespace: cluster.ownNamespace })
  const callerNotes = await prepareCallers(cluster, { callers, version })
  const outlets = createOutlets(cluster, view, {
    ...{ scope, callers },
    options: { image: trialImage ?? '', nameServers },
  })
  const stop = async (instanceId: string, graceMs: number) => {
    await stopInstance(cluster, view, instanceId, graceMs)
    await outlets.end(instanceId)
  }
  const namespaceOf = (instanceId: string) => view.deployment(instanceId)?.metadata?.namespace
  // Tried when somebody looks at the isolation: it takes two pods.
  let trial: Promise<PolicyTrial> | null = null
  const tried = async () => {
    if (policiesEnforced || trialImage === undefined) return null
    trial ??= tryPolicies(cluster, { scope, image: trialImage })
    return trial
  }

  const isolation = async () =>
    judgeCluster(facts, {
      ...{ policiesEnforced, callers, callerNotes },
      ...{ trial: await tried(), hasImage: trialImage !== undefined },
    })

  /** The way out of an instance whose egress is closed or watched; null where it is open, or cannot be closed here. */
  async function openOutlet({ egress = OPEN_EGRESS, ...spec }: InstanceSpec, place: Place) {
    const kind = networkKind(egress)
    // To watch names, no policy has to hold.
    const isPossible = kind === 'watched' ? trialImage !== undefined : (await isolation()).egress === undefined
    return kind !== 'open' && isPossible ? outlets.open(spec, egress, place) : null
  }

  /** By label: a start that was cut short leaves Secrets without an owner, in a namespace that nothing else tells. */
  async function removeSecrets(instanceId: string): Promise<void> {
    const labelSelector = `${LABELS.scope}=${scope},${LABELS.instance}=${instanceId}`
    const { items } = await cluster.core.listSecretForAllNamespaces({ labelSelector })
    for (const { metadata } of items)
      await cluster.remove(head('v1', 'Secret', metadata?.name ?? '', metadata?.namespace ?? ''))
  }

  /** What all instances of a deployment share goes with the last of them. The cluster is asked: another worker may start one now. */
  async function removeShared(deploymentId: string, namespace: string): Promise<void> {
    const labelSelector = `${LABELS.scope}=${scope},${LABELS.deployment}=${deploymentId}`
    const { items } = await cluster.apps.listNamespacedDeployment({ namespace, labelSelector })
    if (items.length > 0) return
    await cluster.remove(head('v1', 'Service', objectName(deploymentId), namespace))
    await cluster.remove(head(budgetVersion(version), 'PodDisruptionBudget', objectName(deploymentId), namespace))
  }

  return {
    name: 'kubernetes',
    isolation,
    hostAddress: async () => null,
    async start(spec) {
      const existing = view.observe(spec.instanceId)
      if (existing !== null) return existing
      const owner = await applyInNamespace(namespaces, spec.app, (namespace) =>
        applyInstance(cluster, spec, { place: { scope, namespace, priorityClass }, callers, version, openOutlet }),
      )
      await untilSeen(() => view.deployment(spec.instanceId) !== undefined)
      return view.observe(spec.instanceId) ?? observeObjects(owner, [], new Date())
    },
    observe: async (instanceId) => view.observe(instanceId),
    list: async () => view.list(),
    stop: (instanceId, { graceMs }) => stop(instanceId, graceMs),
    async forget(instanceId) {
      const { namespace, labels } = view.deployment(instanceId)?.metadata ?? {}
      if (namespace !== undefined) await cluster.remove(deploymentHead(instanceId, namespace))
      await removeSecrets(instanceId)
      await outlets.remove(instanceId)
      await untilSeen(() => view.deployment(instanceId) === undefined)
      const deploymentId = labels?.[LABELS.deployment]
      if (namespace === undefined || deploymentId === undefined) return
      await removeShared(deploymentId, namespace)
      await namespaces.touch(namespace)
    },
    async renewCredential(instanceId, image) {
      const stringData = pullData(image)
      const namespace = namespaceOf(instanceId)
      if (stringData === null || namespace === undefined) return
      await cluster.merge({ ...head('v1', 'Secret', pullSecretName(instanceId), namespace), stringData } as object)
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
    applyEgress: (deploymentId, rules) => outlets.apply(deploymentId, rules),
    egressCounts: (instanceId) => outlets.counts(instanceId),
    async removeAll() {
      await Promise.all(view.list().map((observation) => stop(observation.instanceId, 0)))
      await cluster.removeLabelled(OBJECT_KINDS, `${LABELS.scope}=${scope}`)
      await namespaces.removeAll()
    },
    async close(closing) {
      if (closing?.stopInstances) {
        const living = view.list().filter((observation) => observation.status !== 'stopped')
        await Promise.all(living.map((observation) => stop(observation.instanceId, CLOSING_GRACE_MS)))
      }
      namespaces.close()
      await cluster.close()
    },
  }
}

function head(apiVersion: string, kind: string, name: string, namespace: string) {
  return { apiVersion, kind, metadata: { name, namespace } }
}
