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
import { standInForPostgres } from '../../scripts/testing/postgres-image.ts'

export const config = new KubeConfig()
config.loadFromDefault()
export const core = config.makeApiClient(CoreV1Api)
export const apps = config.makeApiClient(AppsV1Api)
export const batch = config.makeApiClient(BatchV1Api)
export const rbac = config.makeApiClient(RbacAuthorizationV1Api)
export const merging = setHeaderOptions('Content-Type', PatchStrategy.MergePatch)
const objects = KubernetesObjectApi.makeApiClient(config)

const MINUTES = 60_000

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

/** PostgreSQL in a namespace of the cluster, and what a platform there reaches it by. `end` removes its image. */
export async function startClusterPostgres(namespace: string): Promise<{ url: string; end: () => unknown }> {
  const end = await standInForPostgres('postgres:18')
  const env = { POSTGRES_USER: 'mkt', POSTGRES_DB: 'mkt', POSTGRES_PASSWORD: 'only-for-this-test' }
  const labels = { app: 'postgres' }
  const container = {
    name: 'postgres',
    image: 'postgres:18',
    imagePullPolicy: 'Never',
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
    readinessProbe: { tcpSocket: { port: 5432 }, periodSeconds: 1 },
    volumeMounts: [{ name: 'data', mountPath: '/var/lib/postgresql' }],
  }
  const pod = {
    securityContext: { fsGroup: 999 },
    containers: [container],
    volumes: [{ name: 'data', emptyDir: {} }],
  }
  const spec = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } }
  await apply({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'postgres', namespace }, spec } as object)
  const ip = await until(2 * MINUTES, async () => {
    const { items } = await core.listNamespacedPod({ namespace, labelSelector: 'app=postgres' })
    const status = items[0]?.status
    const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status
    return ready === 'True' ? status?.podIP : undefined
  })
  return { url: `postgres://mkt:${env.POSTGRES_PASSWORD}@${ip}/mkt`, end }
}
