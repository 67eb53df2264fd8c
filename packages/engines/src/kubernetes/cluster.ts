import { Writable } from 'node:stream'
import type {
  CoreV1Api,
  Exec,
  Informer,
  KubernetesObject,
  ObjectCache,
  V1Deployment,
  V1Pod,
} from '@kubernetes/client-node'
import { CONTAINER, LABELS, type Place } from './plan.ts'

type Cache<T extends KubernetesObject> = Informer<T> & ObjectCache<T>

/** The cluster as one engine needs it: apply, watch, read logs, remove. The client library is loaded on first use. */
export interface Cluster {
  namespace: string
  pods: Cache<V1Pod>
  deployments: Cache<V1Deployment>
  core: CoreV1Api
  apply<T extends KubernetesObject>(object: T): Promise<T>
  merge(object: KubernetesObject): Promise<void>
  remove(object: KubernetesObject, graceSeconds?: number): Promise<void>
  logText(pod: string, options: { previous?: boolean; sinceTime?: string }): Promise<string>
  /** What a program of the container's image says; null when it is not there, fails or takes too long. */
  run(pod: string, command: string[]): Promise<string | null>
  close(): Promise<void>
}

const FIELD_MANAGER = 'mkt'
const RETRY_MS = 1_000
const CONFLICT = 409
const LOG_BYTES = 2 * 1024 * 1024
const APPLY_ATTEMPTS = 5
const RUN_MS = 5_000

export async function connectCluster({ scope, namespace }: Partial<Place> & { scope: string }): Promise<Cluster> {
  const client = await import('@kubernetes/client-node')
  const config = new client.KubeConfig()
  config.loadFromDefault()
  const where = namespace ?? config.getContextObject(config.getCurrentContext())?.namespace ?? 'mkt-apps'
  const objects = client.KubernetesObjectApi.makeApiClient(config)
  const core = config.makeApiClient(client.CoreV1Api)
  const apps = config.makeApiClient(client.AppsV1Api)
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
  await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: where } })

  const pods = client.makeInformer<V1Pod>(
    config,
    `/api/v1/namespaces/${where}/pods`,
    () => core.listNamespacedPod({ namespace: where, labelSelector: selector }),
    selector,
  )
  const deployments = client.makeInformer<V1Deployment>(
    config,
    `/apis/apps/v1/namespaces/${where}/deployments`,
    () => apps.listNamespacedDeployment({ namespace: where, labelSelector: selector }),
    selector,
  )
  let closed = false
  for (const informer of [pods, deployments]) {
    informer.on('error', () => {
      if (!closed) setTimeout(() => void informer.start().catch(() => {}), RETRY_MS).unref()
    })
    await informer.start()
  }

  return {
    namespace: where,
    pods,
    deployments,
    core,
    apply,
    async merge(object) {
      await objects.patch(object, undefined, undefined, FIELD_MANAGER, undefined, MergePatch).catch(absent)
    },
    async remove(object, graceSeconds) {
      await objects.delete(object, undefined, undefined, graceSeconds, undefined, 'Background').catch(absent)
    },
    logText: (name, { previous, sinceTime }) =>
      core.readNamespacedPodLog({
        name,
        namespace: where,
        container: CONTAINER,
        timestamps: true,
        limitBytes: LOG_BYTES,
        ...(previous ? { previous } : {}),
        ...(sinceTime ? { sinceTime: new Date(sinceTime) } : {}),
      } as Parameters<typeof core.readNamespacedPodLog>[0]),
    run: (pod, command) => runInside(new client.Exec(config), { namespace: where, pod, command }),
    async close() {
      closed = true
      await Promise.all([pods.stop(), deployments.stop()])
    },
  }
}

function runInside(
  exec: Exec,
  { namespace, pod, command }: { namespace: string; pod: string; command: string[] },
): Promise<string | null> {
  const said: Buffer[] = []
  const collect = new Writable({
    write(chunk: Buffer, _, done) {
      said.push(chunk)
      done()
    },
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), RUN_MS)
    const end = (answer: string | null) => {
      clearTimeout(timer)
      resolve(answer)
    }
    exec
      .exec(namespace, pod, CONTAINER, command, collect, null, null, false, ({ status }) =>
        end(status === 'Success' ? Buffer.concat(said).toString() : null),
      )
      .catch(() => end(null))
  })
}

function absent(error: unknown): undefined {
  if ((error as { code?: number }).code === 404) return undefined
  throw error
}
