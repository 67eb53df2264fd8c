import { KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node'
import { expect, it } from 'vitest'
import { until } from '../testing/index.ts'
import { ownNamespace } from '../testing/own-namespace.ts'
import { callersOf } from './callers.ts'
import { budgetVersion } from './disruption-budget.ts'
import { createNamespaces } from './namespaces.ts'
import { LABELS } from './plan.ts'
import { prepareCallers } from './prepare-callers.ts'
import { publisherNamespace } from './publisher-namespace.ts'
import { minorOf } from './read-facts.ts'

const own = await ownNamespace({ quota: { pods: '1' } })
const { scope, namespace, cluster, engine, specify, answering } = own
const { core } = cluster
const config = new KubeConfig()
config.loadFromDefault()
const objects = KubernetesObjectApi.makeApiClient(config)

const namespacesOf = async () =>
  (await core.listNamespace({ labelSelector: `${LABELS.scope}=${scope}` })).items.filter(
    ({ status }) => status?.phase === 'Active',
  )
const budgetsIn = async (place: string) => {
  const version = budgetVersion(minorOf((await cluster.version.getCode()).gitVersion))
  const { items } = await objects.list(version, 'PodDisruptionBudget', place)
  return items.map(({ metadata }) => metadata?.labels?.[LABELS.deployment])
}
const end = async (instanceId: string) => {
  await engine.stop(instanceId, { graceMs: 0 })
  await engine.forget(instanceId)
}

it('gives each publisher a namespace with the restricted profile, a quota and a budget for each deployment', async () => {
  const first = await engine.start(specify())
  const second = await engine.start(specify({ app: 'globex/other' }))
  const found = await namespacesOf()
  expect(found.map(({ metadata }) => metadata?.labels?.[LABELS.publisher]).sort()).toEqual(['acme', 'globex'])
  for (const { metadata } of found)
    expect(metadata?.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' })
  expect((await core.readNamespacedResourceQuota({ name: 'mkt', namespace })).spec?.hard).toEqual({ pods: '1' })
  expect(await budgetsIn(namespace)).toEqual([first.deploymentId])
  await answering(first.instanceId)
  await answering(second.instanceId)
  await end(first.instanceId)
  expect(await budgetsIn(namespace)).toEqual([])
  await end(second.instanceId)
})

it('says that the publisher has used up its quota, and starts what waited once there is room', async () => {
  const first = await engine.start(specify())
  await answering(first.instanceId)
  const second = await engine.start(specify())
  const why = await until('a reason', async () => (await engine.observe(second.instanceId))?.waiting ?? false)
  expect(why).toMatch(/^The cluster creates no pod for it: .*exceeded quota/)
  await end(first.instanceId)
  await answering(second.instanceId)
  await end(second.instanceId)
})

it('keeps an empty namespace for a while and one that is used, and removes what nobody uses', async () => {
  const { instanceId } = await engine.start(specify())
  const namespaces = createNamespaces(cluster, { scope, quota: {} })
  const names = async () => (await namespacesOf()).map(({ metadata }) => metadata?.name)
  const later = new Date(Date.now() + 11 * 60_000)
  await namespaces.sweep(later)
  expect(await names()).toContain(namespace)
  await end(instanceId)
  await namespaces.sweep(new Date())
  expect(await names()).toContain(namespace)
  await namespaces.sweep(later)
  expect(await names()).not.toContain(namespace)
  // The start waits until the former one has gone.
  const again = await engine.start(specify())
  await answering(again.instanceId)
  await end(again.instanceId)
  namespaces.close()
})

it('gives the namespace of a caller the label that policies select it by', async () => {
  const name = `${scope}-front`
  await core.createNamespace({ body: { metadata: { name } } })
  const callers = callersOf({ named: [name], ownNamespace: null })
  const version = minorOf((await cluster.version.getCode()).gitVersion)
  expect(await prepareCallers(cluster, { callers, version })).toEqual([])
  const { metadata } = await core.readNamespace({ name })
  await core.deleteNamespace({ name })
  expect(metadata?.labels).toMatchObject({ 'kubernetes.io/metadata.name': name })
})

it('starts nothing in a namespace that is not its own', async () => {
  const app = 'initech/app'
  const name = publisherNamespace(scope, scope, app)
  await core.createNamespace({ body: { metadata: { name } } })
  await expect(engine.start(specify({ app }))).rejects.toThrow(/is not this platform's/)
  await core.deleteNamespace({ name })
})
