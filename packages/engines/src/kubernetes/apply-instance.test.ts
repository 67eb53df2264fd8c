import type { KubernetesObject } from '@kubernetes/client-node'
import { expect, it } from 'vitest'
import type { InstanceSpec } from '../engine.ts'
import { applyInNamespace, applyInstance } from './apply-instance.ts'

const spec: InstanceSpec = {
  ...{ instanceId: 'inst_01abc', deploymentId: 'dep_01abc', app: 'acme/rater', version: '1.2.0' },
  image: {
    ...{ digest: 'sha256:x', reference: 'market.example/acme/rater@sha256:x' },
    credential: { username: 'engine', password: 'p4ss' },
    unpack: () => Promise.reject(),
  },
  variables: {},
  stateApi: 'http://10.0.0.7:7072',
  plan: { cpu: 0.15, cpuCeiling: 1, memoryBytes: 134_217_728 },
  allowAddresses: [],
}
const refusal = (code: number, message: string) =>
  Object.assign(new Error(message), { code, body: JSON.stringify({ message }) })

it.each([
  refusal(403, 'unable to create new content in namespace apps because it is being terminated'),
  refusal(404, 'namespaces "apps" not found'),
])('is made in a new namespace where the former one ends meanwhile: %s', async (ending) => {
  let ensured = 0
  const ensure = async () => `apps-${++ensured}`
  const made = await applyInNamespace({ ensure }, 'acme/rater', async (namespace) => {
    if (namespace === 'apps-1') throw ending
    return namespace
  })
  expect(made).toBe('apps-2')
})

it('is refused at once for any other reason, and after three namespaces that ended', async () => {
  let ensured = 0
  const ensure = async () => `apps-${++ensured}`
  const quota = refusal(403, 'exceeded quota')
  await expect(applyInNamespace({ ensure }, 'acme/rater', () => Promise.reject(quota))).rejects.toBe(quota)
  expect(ensured).toBe(1)
  const gone = refusal(404, 'gone')
  await expect(applyInNamespace({ ensure }, 'acme/rater', () => Promise.reject(gone))).rejects.toBe(gone)
  expect(ensured).toBe(4)
})

it('makes what instances share again after its own Deployment: it may have gone with the last other instance', async () => {
  const applied: string[] = []
  const apply = async <T extends KubernetesObject>(object: T) => {
    applied.push(object.kind ?? '')
    return object
  }
  const place = { scope: 's1', namespace: 'apps' }
  await applyInstance({ apply }, spec, { place, callers: null, version: 30, openOutlet: async () => null })
  expect(applied[0]).toBe('NetworkPolicy')
  const after = applied.slice(applied.indexOf('Deployment'))
  expect(after).toContain('Service')
  expect(after).toContain('PodDisruptionBudget')
})
