import type { KubernetesObject } from '@kubernetes/client-node'
import { expect, it } from 'vitest'
import type { EgressRules } from '../../egress/rules.ts'
import type { Cluster } from '../cluster.ts'
import { LABELS } from '../plan.ts'
import { outletLabels, outletName } from './outlet-plan.ts'
import { createOutlets } from './outlets.ts'

const rules: EgressRules = { mode: 'enforce', hosts: [{ host: 'vin.example', port: 443 }], endpoints: [] }
const specs = ['inst_1', 'inst_2'].map((instanceId) => ({
  ...{ instanceId, deploymentId: 'dep_1', stateApi: 'http://10.0.0.7:7072', allowAddresses: [] },
}))
const orders = new Map(
  specs.map((spec) => [
    outletName(spec.instanceId),
    { spec, rules: { ...rules, hosts: [] }, address: '', allow: [], platform: [] },
  ]),
)

it('tells new rules to every outlet of a deployment, also where one does not answer, and says that it did not', async () => {
  const applied: string[] = []
  const deployments = specs.flatMap((spec) => [
    { metadata: { name: spec.instanceId, namespace: 'apps', labels: { [LABELS.instance]: spec.instanceId } } },
    { metadata: { name: outletName(spec.instanceId), namespace: 'apps', labels: outletLabels(spec, 's1') } },
  ])
  // Nobody listens at this address.
  const silent = { metadata: { labels: { [LABELS.outletOf]: 'inst_1' } }, status: { podIP: '127.77.0.1' } }
  const cluster = {
    deployments: { list: () => deployments },
    pods: { list: () => [silent] },
    core: {
      readNamespacedSecret: async ({ name }: { name: string }) => {
        const text = (value: string) => Buffer.from(value).toString('base64')
        return { data: { order: text(JSON.stringify(orders.get(name))), token: text('t') } }
      },
    },
    apply: async (object: KubernetesObject) => {
      applied.push(`${object.kind} ${object.metadata?.name}`)
      return object
    },
  } as unknown as Cluster
  const outlets = createOutlets(cluster, { scope: 's1', callers: null, options: { image: 'node' } })
  await expect(outlets.apply('dep_1', rules)).rejects.toThrow()
  for (const { instanceId } of specs) expect(applied).toContain(`Service ${outletName(instanceId)}`)
})
