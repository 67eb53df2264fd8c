import { EventEmitter } from 'node:events'
import type { KubernetesObject, V1Deployment } from '@kubernetes/client-node'
import { expect, it } from 'vitest'
import type { Cluster } from './cluster.ts'
import type { InstanceView } from './instance-view.ts'
import { EXIT } from './plan.ts'
import { stopInstance } from './stop-instance.ts'

it('of two stops at once the one that saw the container end is believed', async () => {
  const deployment: V1Deployment = { metadata: { name: 'i', namespace: 'apps', annotations: {} } }
  const merged: KubernetesObject[] = []
  const cluster = {
    pods: new EventEmitter(),
    async merge(object: KubernetesObject) {
      merged.push(object)
      // The other stop has written how it ended before this one sees that no pod is left.
      deployment.metadata = { ...deployment.metadata, annotations: { [EXIT]: JSON.stringify({ code: 7 }) } }
    },
  } as unknown as Cluster
  const view = { deployment: () => deployment, observe: () => null, pods: () => [] } as unknown as InstanceView
  await stopInstance(cluster, view, 'inst_1', 0)
  expect(merged).toHaveLength(1)
  expect(JSON.parse(deployment.metadata?.annotations?.[EXIT] ?? '')).toEqual({ code: 7 })
})
