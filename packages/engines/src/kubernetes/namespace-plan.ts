import type { V1Namespace, V1ResourceQuota } from '@kubernetes/client-node'
import { publisherOf } from '../publisher-of.ts'
import { LABELS, labelValue } from './plan.ts'

/** When an application was last started in or removed from a namespace: an empty one that nobody uses goes. */
export const USED_AT = 'mkt.dev/used-at'
export const QUOTA_NAME = 'mkt'

/** A namespace of applications. The cluster itself refuses a pod in it that asks for more than the restricted profile allows. */
export function planNamespace(name: string, owner: { scope: string; app: string }, now: Date): V1Namespace {
  const modes = ['enforce', 'audit', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted'])
  const labels = {
    ...Object.fromEntries(modes),
    [LABELS.scope]: owner.scope,
    [LABELS.publisher]: labelValue(publisherOf(owner.app)),
  }
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels, annotations: { [USED_AT]: now.toISOString() } },
  }
}

/** What all applications of one publisher may take together. A pod beyond it is not created, and its instance says why. */
export function planQuota(
  { scope, namespace }: { scope: string; namespace: string },
  hard: Readonly<Record<string, string>>,
): V1ResourceQuota {
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: QUOTA_NAME, namespace, labels: { [LABELS.scope]: scope } },
    spec: { hard: { ...hard } },
  }
}
