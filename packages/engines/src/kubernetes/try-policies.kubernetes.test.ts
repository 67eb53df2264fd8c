import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { until } from '../testing/index.ts'
import { ownNamespace } from '../testing/own-namespace.ts'
import { LABELS, PORT } from './plan.ts'
import { CLOSED, TRIAL, TRIAL_PODS } from './policy-trial.ts'
import { nodeDocker } from './testing/node-docker.ts'
import { tryPolicies } from './try-policies.ts'

const { scope, cluster, engine, image } = await ownNamespace()
const { core } = cluster
const enforces = process.env.MKT_TEST_NETWORK_POLICY === '1'
const trial = (reference = image.reference) => tryPolicies(cluster, { scope, image: reference })
const namespaces = async () => (await core.listNamespace({ labelSelector: `${LABELS.scope}=${scope}` })).items

/** Does what a network plugin does once the policy applies to the client: it drops what the pod sends. */
async function standInForPlugin(): Promise<void> {
  const docker = await nodeDocker()
  const closed = await until('a pod to be closed', async () => {
    const { items } = await core.listPodForAllNamespaces({ labelSelector: `${TRIAL}=${CLOSED}` })
    return items.find(({ metadata }) => metadata?.namespace?.startsWith(`${scope}-trial`)) ?? null
  })
  const label = [
    `io.kubernetes.pod.uid=${closed.metadata?.uid}`,
    'io.kubernetes.container.name=trial',
    `io.kubernetes.pod.name=${TRIAL_PODS.client}`,
  ]
  const [container] = await docker.listContainers({ filters: { label } })
  const { State } = await docker.getContainer(container?.Id ?? '').inspect()
  const drop = ['iptables', '-A', 'OUTPUT', '-p', 'tcp', '--dport', String(PORT), '-j', 'DROP']
  execFileSync('nsenter', [`--net=/proc/${State.Pid}/ns/net`, '--', ...drop])
}

it('finds out by trying whether this cluster enforces network policies, and removes what it tried with', async () => {
  expect(await trial()).toEqual({ verdict: enforces ? 'enforced' : 'open' })
  await until('the namespace of the trial to go', async () => (await namespaces()).length === 0)
})

it.runIf(!enforces)('finds that policies are enforced where something closes the way', async () => {
  const [found] = await Promise.all([trial(), standInForPlugin()])
  expect(found).toEqual({ verdict: 'enforced' })
})

it('says why it could not be tried', async () => {
  const found = await trial('172.17.0.1:1/none:1')
  expect(found).toMatchObject({ verdict: 'unknown', why: expect.stringMatching(/cannot pull its image/) })
})

it('reports what was tried as part of the isolation', async () => {
  expect((await engine.isolation()).missing.map(({ part }) => part)).toEqual(enforces ? [] : ['network'])
})
