import type { KubernetesObject } from '@kubernetes/client-node'
import { expect, it } from 'vitest'
import type { EgressRules } from '../../egress/rules.ts'
import type { Cluster } from '../cluster.ts'
import { LABELS } from '../plan.ts'
import { outletLabels, outletName } from './outlet-plan.ts'
import { createOutlets } from './outlets.ts'
import { planShared } from './plan-shared.ts'

const rules: EgressRules = { mode: 'enforce', hosts: [{ host: 'vin.example', port: 443 }], endpoints: [] }
const specs = ['inst_1', 'inst_2'].map((instanceId) => ({
  ...{ instanceId, deploymentId: 'dep_1', stateApi: 'http://10.0.0.7:7072', allowAddresses: [] },
}))
const orders = new Map(
  specs.map((spec) => [
    outletName(spec.instanceId),
    { kind: 'closed' as const, spec, rules: { ...rules, hosts: [] }, address: '', allow: [], platform: [] },
  ]),
)

const place = { scope: 's1', namespace: 'apps' }
const text = (value: string) => Buffer.from(value).toString('base64')

/** A cluster with two instances of one deployment, their outlets, and what is applied to it; nobody listens at the address of the first. */
function testCluster(planned: (name: string) => string = () => '') {
  const applied: string[] = []
  let deployments = specs.flatMap((spec) => [
    {
      metadata: {
        ...{ name: spec.instanceId, namespace: 'apps' },
        labels: { [LABELS.instance]: spec.instanceId, [LABELS.deployment]: spec.deploymentId },
      },
    },
    { metadata: { name: outletName(spec.instanceId), namespace: 'apps', labels: outletLabels(spec, 's1') } },
  ])
  const silent = { metadata: { labels: { [LABELS.outletOf]: 'inst_1' } }, status: { podIP: '127.77.0.1' } }
  const cluster = {
    deployments: { list: () => deployments },
    pods: { list: () => [silent] },
    core: {
      readNamespacedSecret: async ({ name }: { name: string }) => ({
        data: { order: text(JSON.stringify(orders.get(name))), token: text('t'), planned: text(planned(name)) },
      }),
    },
    apply: async (object: KubernetesObject) => {
      applied.push(`${object.kind} ${object.metadata?.name}`)
      return object
    },
    removeLabelled: async () => {
      deployments = []
    },
  } as unknown as Cluster
  const view = {
    deployment: (instanceId: string) => deployments.find(({ metadata }) => metadata.name === instanceId),
  }
  const outlets = createOutlets(cluster, view as never, { scope: 's1', callers: null, options: { image: 'node' } })
  return { applied, outlets }
}

it('tells new rules to every outlet of a deployment, also where one does not answer, and says that it did not', async () => {
  const { applied, outlets } = testCluster()
  await expect(outlets.apply('dep_1', rules)).rejects.toThrow()
  for (const { instanceId } of specs) expect(applied).toContain(`Service ${outletName(instanceId)}`)
})

it('applies no object that is as it was planned, as after each start of a worker', async () => {
  const same = { ...rules, hosts: [] }
  const marks = new Map([...orders].map(([name, order]) => [name, planShared(order, place, { callers: null }).mark]))
  const { applied, outlets } = testCluster((name) => marks.get(name) ?? '')
  await outlets.apply('dep_1', same).catch(() => {})
  expect(applied).toEqual([])
  await outlets.apply('dep_1', rules).catch(() => {})
  expect(applied).toHaveLength(8)
})

it('writes the Secret with the mark last: what was cut short is applied again', () => {
  const [order] = orders.values()
  const { mark, objects } = planShared(order as never, place, { callers: null })
  expect(objects('t').at(-1)).toMatchObject({ kind: 'Secret', stringData: { planned: mark } })
})
