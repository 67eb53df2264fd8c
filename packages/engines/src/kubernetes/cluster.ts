import type {
  AppsV1Api,
  CoreV1Api,
  Informer,
  KubernetesListObject,
  KubernetesObject,
  ObjectCache,
  V1Deployment,
  V1Pod,
  VersionApi,
} from '@kubernetes/client-node'
import { within } from '../within.ts'
import { CONTAINER, LABELS } from './plan.ts'
import { runInside } from './run-inside.ts'

type Cache<T extends KubernetesObject> = Informer<T> & ObjectCache<T>

/** The cluster as one engine needs it: apply, watch, read logs, remove. The client library is loaded on first use. */
export interface Cluster {
  /** What the namespaces of applications begin with. */
  prefix: string
  pods: Cache<V1Pod>
  deployments: Cache<V1Deployment>
  core: CoreV1Api
  apps: AppsV1Api
  version: VersionApi
  /** The namespace of this process where it runs inside the cluster itself, else null. */
  ownNamespace: string | null
  apply<T extends KubernetesObject>(object: T): Promise<T>
  merge(object: KubernetesObject): Promise<void>
  remove(object: KubernetesObject, graceSeconds?: number): Promise<void>
  /** Removes every object of these kinds that the selector finds, in whatever namespace. */
  removeLabelled(kinds: readonly { apiVersion: string; kind: string }[], selector: string): Promise<void>
  logText(pod: V1Pod, options: { previous?: boolean; sinceTime?: string }): Promise<string>
  /** What a program of the container's image says; null when it is not there, fails or takes too long. */
  run(pod: V1Pod, command: string[]): Promise<string | null>
  close(): Promise<void>
}

const FIELD_MANAGER = 'mkt'
const RETRY_MS = 1_000
const CONFLICT = 409
const LOG_BYTES = 2 * 1024 * 1024
const APPLY_ATTEMPTS = 5
/** A node that is lost answers nothing, and the cluster waits for it much longer than a look at an instance may take. */
const LOG_MS = 3_000
const LISTED_MS = 30_000
const IN_CLUSTER = 'inClusterContext'
/** Pretty, exact, export and field selector of a list. */
const NO_OPTIONS = [undefined, undefined, undefined, undefined] as const

export async function connectCluster({
  scope,
  namespace,
}: {
  scope: string
  namespace?: string | undefined
}): Promise<Cluster> {
  const client = await import('@kubernetes/client-node')
  const config = new client.KubeConfig()
  config.loadFromDefault()
  const contextNamespace = config.getContextObject(config.getCurrentContext())?.namespace
  const objects = client.KubernetesObjectApi.makeApiClient(config)
  const core = config.makeApiClient(client.CoreV1Api)
  const apps = config.makeApiClient(client.AppsV1Api)
  const context = config.getCurrentContext()
  const selector = `${LABELS.scope}=${scope}`
  const { ServerSideApply, MergePatch } = client.PatchStrategy

  async function apply<T extends KubernetesObject>(object: T): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await objects.patch(object, undefined, undefined, FIELD_MANAGER, true, ServerSideApply)
      } catch (error) {
        // Two platforms that create the same object at the same moment: the second try finds it there.
        if ((error as { code?: number }).code !== CONFLICT || attempt >= APPLY_ATTEMPTS) throw error
      }
    }
  }
  let closed = false
  /** Watches one kind of object; resolves once everything that is there has been listed. */
  async function follow<T extends KubernetesObject>(path: string, list: () => Promise<KubernetesListObject<T>>) {
    let listed = () => {}
    const complete = new Promise<void>((resolve) => {
      listed = resolve
    })
    const listing = async () => {
      const found = await list()
      setImmediate(listed)
      return found
    }
    const informer = client.makeInformer<T>(config, path, listing, selector)
    informer.on('error', () => {
      if (!closed) setTimeout(() => void informer.start().catch(() => {}), RETRY_MS).unref()
    })
    await informer.start()
    // A list that failed is tried again; instances that are merely not listed yet must not count as gone.
    await within(LISTED_MS, complete).catch(async (error: unknown) => {
      closed = true
      await informer.stop()
      throw error
    })
    return informer
  }
  const pods = await follow<V1Pod>('/api/v1/pods', () => core.listPodForAllNamespaces({ labelSelector: selector }))
  const deployments = await follow<V1Deployment>('/apis/apps/v1/deployments', () =>
    apps.listDeploymentForAllNamespaces({ labelSelector: selector }),
  )

  return {
    prefix: namespace ?? contextNamespace ?? 'mkt-apps',
    pods,
    deployments,
    core,
    apps,
    version: config.makeApiClient(client.VersionApi),
    ownNamespace: context === IN_CLUSTER ? (contextNamespace ?? null) : null,
    apply,
    async merge(object) {
      await objects.patch(object, undefined, undefined, FIELD_MANAGER, undefined, MergePatch).catch(absent)
    },
    async remove(object, graceSeconds) {
      await objects.delete(object, undefined, undefined, graceSeconds, undefined, 'Background').catch(absent)
    },
    async removeLabelled(kinds, labels) {
      for (const { apiVersion, kind } of kinds) {
        const everywhere = undefined
        const found = await objects.list(apiVersion, kind, everywhere, ...NO_OPTIONS, labels)
        for (const { metadata } of found.items) {
          const { name = '', namespace = '' } = metadata ?? {}
          const object = { apiVersion, kind, metadata: { name, namespace } }
          await objects.delete(object, undefined, undefined, undefined, undefined, 'Background').catch(absent)
        }
      }
    },
    logText: ({ metadata }, { previous, sinceTime }) =>
      within(
        LOG_MS,
        core.readNamespacedPodLog({
          name: metadata?.name ?? '',
          namespace: metadata?.namespace ?? '',
          container: CONTAINER,
          timestamps: true,
          limitBytes: LOG_BYTES,
          ...(previous ? { previous } : {}),
          ...(sinceTime ? { sinceTime: new Date(sinceTime) } : {}),
        } as Parameters<typeof core.readNamespacedPodLog>[0]),
      ),
    run: ({ metadata }, command) =>
      runInside(new client.Exec(config), {
        namespace: metadata?.namespace ?? '',
        pod: metadata?.name ?? '',
        command,
      }),
    async close() {
      closed = true
      await Promise.all([pods.stop(), deployments.stop()])
    },
  }
}

/** What is missing is no error to those who remove it or look for it. */
export function absent(error: unknown): undefined {
  if ((error as { code?: number }).code === 404) return undefined
  throw error
}
