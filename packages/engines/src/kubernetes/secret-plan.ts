import type { V1Secret } from '@kubernetes/client-node'
import type { InstanceSpec } from '../engine.ts'
import type { ImageSource } from '../image-source.ts'
import { objectName, pullSecretName } from './names.ts'
import { labelsOf, type Place } from './plan.ts'

/** The publisher's variables: nothing of them shows in the Deployment. */
export function planSecret(spec: InstanceSpec, { scope, namespace }: Place): V1Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: objectName(spec.instanceId), namespace, labels: labelsOf(spec, scope) },
    stringData: { ...spec.variables },
  }
}

/** What the cluster signs in with to pull, or null where the registry asks nobody. */
export function planPullSecret(spec: InstanceSpec, { scope, namespace }: Place): V1Secret | null {
  const stringData = pullData(spec.image)
  if (stringData === null) return null
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: pullSecretName(spec.instanceId), namespace, labels: labelsOf(spec, scope) },
    type: 'kubernetes.io/dockerconfigjson',
    stringData,
  }
}

/** The content of a pull secret: the same shape at the start of an instance and whenever its credential is renewed. */
export function pullData({
  credential,
  reference,
}: Pick<ImageSource, 'credential' | 'reference'>): Record<string, string> | null {
  if (credential === null) return null
  const { username, password } = credential
  const auth = Buffer.from(`${username}:${password}`).toString('base64')
  const auths = { [reference.split('/')[0] ?? '']: { username, password, auth } }
  return { '.dockerconfigjson': JSON.stringify({ auths }) }
}
