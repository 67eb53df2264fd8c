import { expect, it } from 'vitest'
import { until } from '../testing/index.ts'
import { ownNamespace } from '../testing/own-namespace.ts'
import { objectName, pullSecretName } from './names.ts'
import { LABELS } from './plan.ts'

const own = await ownNamespace({ callers: ['10.20.0.0/16', 'market/role=gateway'] })
const { scope, namespace, cluster, engine, image, specify, policies, openOther } = own
const { core, apps } = cluster

const credential = (password: string) => ({ ...image, credential: { username: 'engine', password } })

async function pullPassword(instanceId: string): Promise<string> {
  const { data } = await core.readNamespacedSecret({ name: pullSecretName(instanceId), namespace })
  return Buffer.from(data?.['.dockerconfigjson'] ?? '', 'base64').toString()
}

it('renews what an instance is pulled with, and takes renewing an unknown one as done', async () => {
  const { instanceId } = await engine.start(specify({ image: credential('first-password') }))
  expect(await pullPassword(instanceId)).toContain('first-password')
  await engine.renewCredential?.(instanceId, credential('second-password'))
  expect(await pullPassword(instanceId)).toContain('second-password')
  expect(await pullPassword(instanceId)).not.toContain('first-password')
  await engine.renewCredential?.('inst_unknown', credential('third-password'))
})

const namesOf = async () => {
  const [secrets, services, rules, deployments] = await Promise.all([
    core.listNamespacedSecret({ namespace, labelSelector: `${LABELS.scope}=${scope}` }),
    core.listNamespacedService({ namespace, labelSelector: `${LABELS.scope}=${scope}` }),
    policies(),
    apps.listNamespacedDeployment({ namespace, labelSelector: `${LABELS.scope}=${scope}` }),
  ])
  return {
    secrets: secrets.items.map(({ metadata }) => metadata?.name ?? ''),
    others: [...services.items, ...rules, ...deployments.items].map(({ metadata }) => metadata?.name ?? ''),
  }
}

it('removes the secrets of an instance with it, those of a start that was cut short included', async () => {
  const { instanceId } = await engine.start(specify({ image: credential('a-password') }))
  // As after a kill between the secrets and the Deployment: nobody owns them.
  const cut = specify({ image: credential('a-password') })
  for (const name of [objectName(cut.instanceId), pullSecretName(cut.instanceId)]) {
    const metadata = { name, namespace, labels: { [LABELS.scope]: scope, [LABELS.instance]: cut.instanceId } }
    await cluster.apply({ apiVersion: 'v1', kind: 'Secret', metadata })
  }
  await engine.stop(instanceId, { graceMs: 0 })
  await engine.forget(instanceId)
  await engine.forget(cut.instanceId)
  const { secrets } = await namesOf()
  for (const id of [instanceId, cut.instanceId]) expect(secrets).not.toContain(pullSecretName(id))
  expect(secrets).not.toContain(objectName(cut.instanceId))
})

it('opens applications to the callers that the operator named, and to no application', async () => {
  await engine.start(specify())
  const [policy] = await policies()
  const [{ _from: from = [], ports = [] } = {}] = policy?.spec?.ingress ?? []
  expect(ports).toMatchObject([{ port: 8080 }])
  expect(from).toEqual([
    { ipBlock: { cidr: '10.20.0.0/16' } },
    {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'market' } },
      podSelector: {
        matchExpressions: [
          { key: 'role', operator: 'In', values: ['gateway'] },
          { key: LABELS.scope, operator: 'DoesNotExist' },
        ],
      },
    },
  ])
})

it('says which parts of the isolation the cluster does not give', async () => {
  const { missing, notes } = await engine.isolation()
  const enforces = process.env.MKT_TEST_NETWORK_POLICY === '1'
  expect(missing.map(({ part }) => part)).toEqual(enforces ? [] : ['network'])
  expect(notes.join()).toMatch(process.env.MKT_TEST_TMP_LIMIT === '1' ? /^/ : /size of \/tmp/)
})

it('removes everything of its platform, and nothing of another one', async () => {
  const other = await openOther(`${scope}-other`)
  const foreign = await other.start(specify())
  await engine.start(specify({ image: credential('a-password') }))
  await engine.removeAll()
  expect(await namesOf()).toEqual({ secrets: [], others: [] })
  await until('all pods to be gone', async () => {
    const { items } = await core.listNamespacedPod({ namespace, labelSelector: `${LABELS.scope}=${scope}` })
    return items.length === 0
  })
  expect(await other.observe(foreign.instanceId)).not.toBeNull()
  await other.removeAll()
  await other.close()
})
