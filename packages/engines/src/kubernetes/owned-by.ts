import type { KubernetesObject, V1Deployment } from '@kubernetes/client-node'

/** The object goes with the instance, however that is removed. */
export function ownedBy<T extends KubernetesObject>(object: T, { metadata }: V1Deployment): T {
  const { name = '', uid = '' } = metadata ?? {}
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'Deployment', name, uid }]
  return { ...object, metadata: { ...object.metadata, ownerReferences } }
}
