import type { KubernetesObject, V1ResourceQuota } from '@kubernetes/client-node'
import { expect, it } from 'vitest'
import type { Cluster } from './cluster.ts'
import { createNamespaces } from './namespaces.ts'
import { LABELS } from './plan.ts'

it.each([{}, { pods: '5' }])('what a publisher may take is set at each start: %o', async (quota) => {
  const applied: KubernetesObject[] = []
  const cluster = {
    prefix: 'mkt-apps',
    core: { readNamespace: () => Promise.reject(Object.assign(new Error('not found'), { code: 404 })) },
    apply: async (object: KubernetesObject) => applied.push(object),
  } as unknown as Cluster
  const namespaces = createNamespaces(cluster, { scope: 'one', quota })
  const namespace = await namespaces.ensure('acme/rater')
  namespaces.close()
  const found = applied.find(({ kind }) => kind === 'ResourceQuota') as V1ResourceQuota | undefined
  expect(found).toMatchObject({ metadata: { name: 'mkt', namespace } })
  expect(found?.spec?.hard).toEqual(quota)
})

it('is made again where another worker removes it between the look and the mark', async () => {
  const phases = ['Active', 'Terminating', 'Terminating', 'gone']
  const answers = ['Terminating', 'Active']
  const marked: string[] = []
  const cluster = {
    prefix: 'mkt-apps',
    core: {
      readNamespace: async () => {
        const phase = phases.shift()
        if (phase === 'gone') throw Object.assign(new Error('not found'), { code: 404 })
        return { metadata: { labels: { [LABELS.scope]: 'one' } }, status: { phase } }
      },
    },
    apply: async (object: KubernetesObject) => {
      if (object.kind !== 'Namespace') return object
      marked.push(object.metadata?.name ?? '')
      return { ...object, status: { phase: answers.shift() } }
    },
  } as unknown as Cluster
  const namespaces = createNamespaces(cluster, { scope: 'one', quota: {} })
  const namespace = await namespaces.ensure('acme/rater')
  namespaces.close()
  expect(marked).toEqual([namespace, namespace])
  expect(phases).toEqual([])
})
