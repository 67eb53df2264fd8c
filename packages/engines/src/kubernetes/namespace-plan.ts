import type { V1Namespace } from '@kubernetes/client-node'

/** The namespace of applications. The cluster itself refuses a pod in it that asks for more than the restricted profile allows. */
export function planNamespace(name: string): V1Namespace {
  const modes = ['enforce', 'audit', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted'])
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: Object.fromEntries(modes) } }
}
