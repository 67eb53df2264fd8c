import { expect, it } from 'vitest'
import { callersOf, OWN_CALLERS } from './callers.ts'
import { prepareCallers } from './prepare-callers.ts'

interface World {
  ownNamespace: string | null
  /** Labels of namespaces; a namespace that is not here does not exist. */
  namespaces: Record<string, Record<string, string>>
  /** Selectors that find a pod. */
  found: readonly string[]
  mayLabel: boolean
}

function clusterWith(world: Partial<World> = {}) {
  const { ownNamespace = 'market', namespaces = { market: {} }, mayLabel = true } = world
  const { found = [`${OWN_CALLERS.key} in (gateway,worker,api)`] } = world
  const core = {
    async readNamespace({ name }: { name: string }) {
      const labels = namespaces[name]
      if (labels === undefined) throw Object.assign(new Error('not found'), { code: 404 })
      return { metadata: { name, labels } }
    },
    listNamespacedPod: async ({ labelSelector = '' }) => ({ items: found.includes(labelSelector) ? [{}] : [] }),
  }
  async function merge({ metadata }: { metadata?: { name?: string; labels?: Record<string, string> } }) {
    if (!mayLabel) throw Object.assign(new Error('forbidden'), { code: 403 })
    Object.assign(namespaces[metadata?.name ?? ''] ?? {}, metadata?.labels)
  }
  return { namespaces, cluster: { ownNamespace, core, merge } as never }
}
const inside = callersOf({ named: ['front', '10.0.0.0/8'], ownNamespace: 'market' })

it('gives namespaces of callers the label that they are selected by, where the cluster does not', async () => {
  const old = clusterWith({ namespaces: { market: {}, front: { team: 'a' }, other: {} } })
  expect(await prepareCallers(old.cluster, { callers: inside, version: 20 })).toEqual([])
  expect(old.namespaces).toEqual({
    market: { 'kubernetes.io/metadata.name': 'market' },
    front: { team: 'a', 'kubernetes.io/metadata.name': 'front' },
    other: {},
  })
  const present = clusterWith({ namespaces: { market: {}, front: {} } })
  expect(await prepareCallers(present.cluster, { callers: inside, version: 21 })).toEqual([])
  expect(present.namespaces).toEqual({ market: {}, front: {} })
})

it('says how to label a namespace that it may not label or that is not there', async () => {
  const forbidden = clusterWith({ namespaces: { market: {}, front: {} }, mayLabel: false })
  expect(await prepareCallers(forbidden.cluster, { callers: inside, version: 20 })).toEqual([
    expect.stringMatching(/kubectl label namespace market kubernetes.io\/metadata.name=market/),
    expect.stringMatching(/kubectl label namespace front /),
  ])
  const absent = clusterWith({ namespaces: { market: {} } })
  expect(await prepareCallers(absent.cluster, { callers: inside, version: 20 })).toEqual([
    expect.stringMatching(/namespace front /),
  ])
})

it('says that no pod of the platform’s namespace has the label of callers, unless the operator named the namespace', async () => {
  const { cluster } = clusterWith({ found: [] })
  const own = callersOf({ named: [], ownNamespace: 'market' })
  expect(await prepareCallers(cluster, { callers: own, version: 29 })).toEqual([
    expect.stringMatching(/no pod of the namespace market.*mkt.dev\/role.*MKT_KUBERNETES_CALLERS/),
  ])
  for (const named of ['market', 'market/part=gateway'])
    expect(
      await prepareCallers(cluster, { callers: callersOf({ named: [named], ownNamespace: 'market' }), version: 29 }),
    ).toEqual([])
})

it('asks nothing of a platform outside the cluster', async () => {
  const { cluster } = clusterWith({ ownNamespace: null, found: [] })
  expect(await prepareCallers(cluster, { callers: null, version: 20 })).toEqual([])
})
