import { randomBytes } from 'node:crypto'
import { KubeConfig, NetworkingV1Api, type V1NetworkPolicy, type V1Pod } from '@kubernetes/client-node'
import { afterAll } from 'vitest'
import type { Engine, InstanceSpec, Observation } from '../engine.ts'
import type { ImageSource } from '../image-source.ts'
import { type Cluster, connectCluster } from '../kubernetes/cluster.ts'
import { createKubernetesEngine, type KubernetesOptions } from '../kubernetes/engine.ts'
import { LABELS } from '../kubernetes/plan.ts'
import { publisherNamespace } from '../kubernetes/publisher-namespace.ts'
import { nodeDocker } from '../kubernetes/testing/node-docker.ts'
import { importImage } from './import-image.ts'
import { callInstance, until } from './index.ts'

export interface OwnNamespace {
  /** What the namespaces begin with, and the scope of the engine. */
  scope: string
  /** Where the applications of `specify` run. */
  namespace: string
  cluster: Cluster
  engine: Engine
  image: ImageSource
  /** Another platform whose namespaces begin with the same name. */
  openOther(scope: string): Promise<Engine>
  specify(more?: Partial<InstanceSpec>): InstanceSpec
  podsOf(instanceId: string): V1Pod[]
  policies(): Promise<V1NetworkPolicy[]>
  /** Waits until it answers, at another address than the one given. */
  answering(instanceId: string, not?: string): Promise<Observation & { address: string }>
}

const APP = 'acme/own'

/** A namespace of the real cluster for one test file, removed afterwards with everything in it. */
export async function ownNamespace(options: Omit<KubernetesOptions, 'scope'> = {}): Promise<OwnNamespace> {
  const scope = `test-${randomBytes(4).toString('hex')}`
  const docker = await nodeDocker()
  const image = await importImage(docker, scope)
  const cluster = await connectCluster({ scope, namespace: scope })
  const engine = await createKubernetesEngine(cluster, { scope, ...options })
  const namespace = publisherNamespace(scope, scope, APP)
  const config = new KubeConfig()
  config.loadFromDefault()
  const networking = config.makeApiClient(NetworkingV1Api)
  afterAll(async () => {
    await engine.removeAll()
    await engine.close()
    await docker.getImage(image.reference).remove({ force: true })
  })
  return {
    scope,
    namespace,
    cluster,
    engine,
    image,
    openOther: async (other) =>
      createKubernetesEngine(await connectCluster({ scope: other, namespace: scope }), { scope: other }),
    specify: (more = {}) => ({
      instanceId: `inst_${randomBytes(8).toString('hex')}`,
      deploymentId: `dep_${randomBytes(4).toString('hex')}`,
      app: APP,
      version: '1.0.0',
      image,
      variables: { MOOD: 'well' },
      stateApi: 'http://172.17.0.1:7072',
      plan: { cpu: 0.15, cpuCeiling: 1, memoryBytes: 96 * 1024 * 1024 },
      allowAddresses: [],
      ...more,
    }),
    podsOf: (instanceId) =>
      cluster.pods.list(namespace).filter((pod) => pod.metadata?.labels?.[LABELS.instance] === instanceId),
    policies: async () =>
      (await networking.listNamespacedNetworkPolicy({ namespace, labelSelector: `${LABELS.scope}=${scope}` })).items,
    answering: (instanceId, not) =>
      until(`${instanceId} to answer`, async () => {
        const seen = await engine.observe(instanceId)
        if (seen?.address == null || seen.address === not) return false
        const { status } = await callInstance(seen.address, '/health', undefined, 2_000)
        return status === 200 && { ...seen, address: seen.address }
      }),
  }
}
