import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { egressContract } from '../testing/egress-contract.ts'
import { importImage } from '../testing/import-image.ts'
import { until } from '../testing/index.ts'
import { ownNamespace } from '../testing/own-namespace.ts'
import { toolImage } from '../testing/tool-image.ts'
import { connectCluster } from './cluster.ts'
import { createKubernetesEngine } from './engine.ts'
import { WAIT_NAME } from './outlet/outlet-order.ts'
import { LABELS } from './plan.ts'
import { startNameServer } from './testing/name-server.ts'
import { nodeDocker } from './testing/node-docker.ts'
import { standInForNetwork } from './testing/stand-in-plugin.ts'

const HOST = '172.17.0.1'
const { scope, cluster, engine, image, specify, answering } = await ownNamespace()
const { core } = cluster
const selector = `${LABELS.scope}=${scope}`
const folder = mkdtempSync(join(tmpdir(), 'mkt-kegress-'))
const names = join(folder, 'names.json')
writeFileSync(names, '{}')
const docker = await nodeDocker()
const tools = await importImage(docker, `${scope}-tools`, await toolImage())
const outlets = async (instanceId?: string) => {
  const whose = instanceId === undefined ? LABELS.outletOf : `${LABELS.outletOf}=${instanceId}`
  return (await core.listPodForAllNamespaces({ labelSelector: `${selector},${whose}` })).items
}
const open = async () =>
  createKubernetesEngine(await connectCluster({ scope, namespace: scope }), {
    ...{ scope, policiesEnforced: true, trialImage: image.reference, nameServers: [HOST] },
  })
let network: { stop(): Promise<void> }
let server: { close(): void }

beforeAll(async () => {
  network = await standInForNetwork(cluster, selector)
  server = await startNameServer(HOST, names)
})
afterAll(async () => {
  await network.stop()
  server.close()
  await docker.getImage(tools.reference).remove({ force: true })
  rmSync(folder, { recursive: true })
})

egressContract('kubernetes', {
  names,
  host: HOST,
  closedBy: 'policy',
  // The node of the suite grants a container 1,024 open files, and an outlet needs two for each connection.
  atOnce: 400,
  image: async () => tools,
  open,
  async killOutlet() {
    for (const { metadata } of await outlets())
      await core.deleteNamespacedPod({
        ...{ name: metadata?.name ?? '', namespace: metadata?.namespace ?? '', gracePeriodSeconds: 0 },
      })
  },
})

describe('the outlet of an instance', () => {
  const rules = { mode: 'enforce', hosts: [{ host: 'vin.example', port: 443 }], endpoints: [] } as const

  it('goes with its instance, and leaves nothing', async () => {
    const closed = await open()
    const { instanceId } = await closed.start(specify({ egress: rules }))
    await answering(instanceId)
    expect(await outlets(instanceId)).toHaveLength(1)
    // It waited for its outlet by a name that no application asked for.
    expect((await closed.egressCounts?.(instanceId))?.map(({ host }) => host)).not.toContain(WAIT_NAME)
    await closed.stop(instanceId, { graceMs: 0 })
    await closed.forget(instanceId)
    await until('the outlet to go', async () => (await outlets(instanceId)).length === 0)
    const labelSelector = `${selector},${LABELS.outletOf}=${instanceId}`
    expect((await core.listSecretForAllNamespaces({ labelSelector })).items).toEqual([])
    expect((await core.listServiceForAllNamespaces({ labelSelector })).items).toEqual([])
    await closed.close()
  })

  it('is not there where policies are not enforced, which is said', async () => {
    const { instanceId } = await engine.start(specify({ egress: rules }))
    await answering(instanceId)
    expect(await outlets(instanceId)).toEqual([])
    expect((await engine.isolation()).egress).toMatch(/not enforced/)
    await engine.stop(instanceId, { graceMs: 0 })
    await engine.forget(instanceId)
  })
})
