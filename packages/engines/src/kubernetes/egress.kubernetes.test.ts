import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { egressContract } from '../testing/egress-contract.ts'
import { importImage } from '../testing/import-image.ts'
import { callInstance, until } from '../testing/index.ts'
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
  cpu: 0.15,
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

  it('only counts undeclared names where the operator wants reports', async () => {
    writeFileSync(names, JSON.stringify({ 'vin.example': [HOST], 'other.example': [HOST] }))
    const watching = await open()
    const { instanceId } = await watching.start(specify({ egress: { ...rules, mode: 'report' } }))
    const { address } = await answering(instanceId)
    const lookUp = async (name: string) =>
      (
        await callInstance(
          address,
          '/run',
          `const dns = await import('node:dns/promises'); return await dns.lookup('${name}').then((found) => found.address, (error) => error.code)`,
        )
      ).body
    expect(await lookUp('other.example')).toContain(HOST)
    expect(await lookUp('vin.example')).toContain(HOST)
    expect(await lookUp('missing.example')).toContain('ENOTFOUND')
    const refused = (await watching.egressCounts?.(instanceId)) ?? []
    expect(refused.map(({ host, lastRefusal }) => [host, lastRefusal]).sort()).toEqual([
      ['missing.example', 'undeclared name'],
      ['other.example', 'undeclared name'],
    ])
    await watching.stop(instanceId, { graceMs: 0 })
    await watching.forget(instanceId)
    await watching.close()
  })

  it('counts from zero with each pod, under its name, so that nothing is lost with pod and worker', async () => {
    const closed = await open()
    const { instanceId } = await closed.start(specify({ egress: rules }))
    const { address } = await answering(instanceId)
    const ask = "await (await import('node:dns/promises')).lookup('other.example').catch(() => {}); return 'asked'"
    const runs = async () => new Set((await closed.egressCounts?.(instanceId))?.map(({ run }) => run))
    await callInstance(address, '/run', ask)
    const [first] = await until('a count', async () => (await runs()).size > 0 && runs())
    const [pod] = await outlets(instanceId)
    expect(first).toBe(pod?.metadata?.uid)
    const { name = '', namespace = '' } = pod?.metadata ?? {}
    await core.deleteNamespacedPod({ name, namespace, gracePeriodSeconds: 0 })
    await until('a count of another pod', async () => {
      await callInstance(address, '/run', ask)
      const now = await runs()
      return now.size > 0 && !now.has(first)
    })
    await closed.stop(instanceId, { graceMs: 0 })
    await closed.forget(instanceId)
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
