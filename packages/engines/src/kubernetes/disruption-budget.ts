import type { V1PodDisruptionBudget } from '@kubernetes/client-node'
import type { InstanceSpec } from '../engine.ts'
import { objectName } from './names.ts'
import { LABELS, labelsOf, type Place } from './plan.ts'

/** From this version on budgets have the API version that newer clusters serve alone. */
const STABLE_SINCE = 21

/** Which API version of budgets a cluster serves, by its minor version. */
export function budgetVersion(version: number | null): string {
  return version !== null && version < STABLE_SINCE ? 'policy/v1beta1' : 'policy/v1'
}

/** A drained node takes one instance of a deployment at a time. A single one may go too, or the node could never be drained. */
export function planBudget(
  spec: InstanceSpec,
  { scope, namespace }: Place,
  version: number | null,
): V1PodDisruptionBudget {
  const { [LABELS.instance]: _, ...labels } = labelsOf(spec, scope)
  return {
    apiVersion: budgetVersion(version),
    kind: 'PodDisruptionBudget',
    metadata: { name: objectName(spec.deploymentId), namespace, labels },
    spec: { maxUnavailable: 1, selector: { matchLabels: { [LABELS.deployment]: spec.deploymentId } } },
  }
}
