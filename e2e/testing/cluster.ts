import {
  AppsV1Api,
  BatchV1Api,
  CoreV1Api,
  KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  PatchStrategy,
  RbacAuthorizationV1Api,
  setHeaderOptions,
} from '@kubernetes/client-node'
import { vi } from 'vitest'

export const config = new KubeConfig()
config.loadFromDefault()
export const core = config.makeApiClient(CoreV1Api)
export const apps = config.makeApiClient(AppsV1Api)
export const batch = config.makeApiClient(BatchV1Api)
export const rbac = config.makeApiClient(RbacAuthorizationV1Api)
export const merging = setHeaderOptions('Content-Type', PatchStrategy.MergePatch)
const objects = KubernetesObjectApi.makeApiClient(config)

export const apply = (object: KubernetesObject) =>
  objects.patch(object, undefined, undefined, 'mkt-e2e', true, PatchStrategy.ServerSideApply)

/** Hooks may not poll expectations. */
export async function until<T>(timeout: number, look: () => Promise<T | undefined>): Promise<T> {
  return vi.waitFor(
    async () => {
      const found = await look()
      if (found === undefined) throw new Error(`not yet: ${look}`)
      return found
    },
    { timeout, interval: 250 },
  )
}
