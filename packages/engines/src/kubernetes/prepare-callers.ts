import { within } from '../within.ts'
import { type Caller, NAMESPACE_NAME, OWN_CALLERS } from './callers.ts'
import type { Cluster } from './cluster.ts'

/** From this version of Kubernetes on every namespace carries its own name as a label. */
const NAMED_SINCE = 21
const ANSWER_MS = 5_000

export interface CallersOptions {
  callers: readonly Caller[] | null
  /** Minor version of Kubernetes 1; null when unknown. */
  version: number | null
}

/**
 * Lets policies find those who may call applications: gives their namespaces the label that they are selected by where the cluster does not.
 * Answers with what the operator has to do, because applications cannot be called before.
 */
export async function prepareCallers(
  cluster: Pick<Cluster, 'merge' | 'core' | 'ownNamespace'>,
  { callers, version }: CallersOptions,
): Promise<string[]> {
  const notes: string[] = []
  const pods = (callers ?? []).filter((caller) => caller.kind === 'pods')
  if (version !== null && version < NAMED_SINCE)
    for (const name of new Set(pods.map(({ namespace }) => namespace))) {
      const isLabelled = await answered(nameNamespace(cluster, name))
      if (isLabelled !== true)
        notes.push(
          `pods of the namespace ${name} cannot call applications: the platform could not label it; kubectl label namespace ${name} ${NAMESPACE_NAME}=${name}`,
        )
    }
  const own = cluster.ownNamespace
  const isNamed = pods.some(({ namespace, label }) => namespace === own && label !== OWN_CALLERS)
  if (own !== null && !isNamed && (await answered(hasCallers(cluster, own))) === false)
    notes.push(
      `no pod of the namespace ${own} may call applications: label those of the platform with ${OWN_CALLERS.key} gateway, worker or api, or name the namespace in MKT_KUBERNETES_CALLERS`,
    )
  return notes
}

/** The label that newer clusters give by themselves, so an upgrade of the cluster changes nothing. False: there is no such namespace. */
async function nameNamespace({ core, merge }: Pick<Cluster, 'core' | 'merge'>, name: string): Promise<boolean> {
  await merge({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { [NAMESPACE_NAME]: name } } })
  return (await core.readNamespace({ name })).metadata?.labels?.[NAMESPACE_NAME] === name
}

/** This worker is a pod of its namespace, so one at least is found where pods are labelled. */
async function hasCallers({ core }: Pick<Cluster, 'core'>, namespace: string): Promise<boolean> {
  const labelSelector = `${OWN_CALLERS.key} in (${OWN_CALLERS.values.join(',')})`
  return (await core.listNamespacedPod({ namespace, labelSelector, limit: 1 })).items.length > 0
}

/** Null: the cluster did not answer, or refused to. */
function answered<T>(question: Promise<T>): Promise<T | null> {
  return within(ANSWER_MS, question).catch(() => null)
}
