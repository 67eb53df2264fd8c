import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CoreV1Api, KubeConfig, PatchStrategy, setHeaderOptions } from '@kubernetes/client-node'
import Docker from 'dockerode'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningLaptop, startLaptop } from '../packages/server/src/testing/platform/laptop.ts'
import { bareEnvironment } from '../packages/server/src/testing/run/bare-environment.ts'
import { type Api, type Page, signIn } from '../scripts/demo/api.ts'
import { demoApps } from '../scripts/demo/demo-apps.ts'
import { listApp } from '../scripts/demo/list-app.ts'
import { becomeLive, releaseApp } from '../scripts/demo/release-app.ts'
import { root } from './testing/root.ts'

// A whole platform on a real cluster whose node shares this machine's Docker, and a pod that has to move after its pull
// credential has ended: what happens when a node is lost a day after the start.

const MINUTES = 60_000
const [app] = demoApps
const host = process.env.DOCKER_HOST ?? ''
const { KUBECONFIG = '' } = process.env
const docker = new Docker({ socketPath: host.replace(/^unix:\/\//, '') })
const config = new KubeConfig()
config.loadFromDefault()
const core = config.makeApiClient(CoreV1Api)
const merging = setHeaderOptions('Content-Type', PatchStrategy.MergePatch)

interface Deployment {
  state: string
  reason: string | null
  instances: { id: string; state: string; exitReason: string | null }[]
}

let dataDir: string
let laptop: RunningLaptop
let publisher: Api
let listingId: string

const deployment = async (): Promise<Deployment> => {
  const { items } = await publisher.get<Page<Deployment>>(`/listings/${listingId}/deployments`)
  return items[0] as Deployment
}
const podsOf = async (instanceId: string) =>
  (await core.listPodForAllNamespaces({ labelSelector: `mkt.dev/instance=${instanceId}` })).items
const ours = async () => {
  const labelSelector = 'mkt.dev/scope'
  const lists = await Promise.all([
    core.listPodForAllNamespaces({ labelSelector }),
    core.listSecretForAllNamespaces({ labelSelector }),
    core.listServiceForAllNamespaces({ labelSelector }),
    core.listNamespace({ labelSelector }),
  ])
  return lists.flatMap(({ items }) => items.map(({ metadata }) => metadata?.name ?? ''))
}

/** No node takes new pods, or all do again. */
async function cordon(unschedulable: boolean): Promise<void> {
  for (const { metadata } of (await core.listNode()).items)
    await core.patchNode({ name: metadata?.name ?? '', body: { spec: { unschedulable } } }, merging)
}

beforeAll(async () => {
  if (app === undefined) throw new Error('there is no demo app')
  dataDir = mkdtempSync(join(tmpdir(), 'mkt-moved-'))
  // The node pulls from this machine's bridge address, and pods read their state there.
  laptop = await startLaptop(dataDir, {
    MKT_ENGINE: 'kubernetes',
    MKT_BIND: '172.17.0.1',
    MKT_SANDBOX_TRUSTED: '1',
    KUBECONFIG,
  })
  const { apiUrl, publisher: acme } = laptop.bootstrap
  publisher = await signIn(apiUrl, acme)
  const folder = join(root, 'examples', app.name)
  const listing = await listApp(publisher, 'acme', app, folder)
  const to = {
    registry: apiUrl,
    repository: `acme/${app.name}`,
    credentials: { username: acme.clientId, password: acme.apiKey },
  }
  await becomeLive(publisher, listing, await releaseApp(publisher, listing, folder, to, []))
  listingId = listing.id
  // What nobody has installed would be stopped after five minutes.
  const customer = await signIn(apiUrl, acme)
  const tenant = { name: 'Own', variant: 'connected', ...tenantOf(laptop) }
  const { id: tenantId } = await customer.post<{ id: string }>('/organizations/acme/tenants', tenant)
  await customer.post('/organizations/acme/installations', { listingId, tenantId, settings: {}, mappings: [] })
}, 5 * MINUTES)

afterAll(async () => {
  await cordon(false)
  await laptop?.end('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
}, 2 * MINUTES)

function tenantOf({ bootstrap }: RunningLaptop) {
  const { apiUrl, hostName, integration, data } = bootstrap.simulator.connected
  return { apiUrl, hostName, credentials: { integration, data } }
}

it(
  'an instance whose pod finds no node, and then cannot be pulled, is not called healthy and is replaced',
  async () => {
    const before = await deployment()
    const lost = before.instances[0]?.id ?? ''
    expect(before).toMatchObject({ state: 'RUNNING', instances: [{ state: 'HEALTHY' }] })
    const [pod] = await podsOf(lost)
    const image = pod?.spec?.containers[0]?.image ?? ''
    const namespace = pod?.metadata?.namespace ?? ''

    // The credential has ended, and the pod has to leave its node while no other one takes it.
    const name = `mkt-${lost.replaceAll('_', '-')}-pull`
    const ended = JSON.stringify({ auths: { [image.split('/')[0] ?? '']: { username: 'engine', password: 'ended' } } })
    const body = { stringData: { '.dockerconfigjson': ended } }
    await core.patchNamespacedSecret({ name, namespace, body }, merging)
    await cordon(true)
    await core.deleteNamespacedPod({ name: pod?.metadata?.name ?? '', namespace, gracePeriodSeconds: 1 })
    await expect.poll(deployment).toMatchObject({ state: 'SICK', instances: [{ id: lost, state: 'STARTING' }] })
    await expect.poll(async () => (await deployment()).reason).toMatch(/^No node of the cluster takes it/)

    // Another node would not have the image either.
    await expect.poll(async () => (await podsOf(lost)).length).toBe(1)
    await expect
      .poll(() =>
        docker
          .getImage(image)
          .remove({ force: true })
          .then(
            () => true,
            () => false,
          ),
      )
      .toBe(true)
    await cordon(false)
    await expect
      .poll(async () => (await deployment()).instances.find(({ id }) => id === lost)?.exitReason, {
        timeout: 2 * MINUTES,
      })
      .toMatch(/cannot pull its image/)

    await expect.poll(async () => (await deployment()).state, { timeout: 4 * MINUTES }).toBe('RUNNING')
    const after = await deployment()
    expect(after.instances[0]).toMatchObject({ state: 'HEALTHY' })
    expect(after.instances[0]?.id).not.toBe(lost)
    expect(after.instances.find(({ id }) => id === lost)?.exitReason).toMatch(/not healthy within 120 s/)
  },
  10 * MINUTES,
)

it(
  'after a kill and a reset nothing of it is left in the cluster',
  async () => {
    expect((await ours()).length).toBeGreaterThan(0)
    await laptop.end('SIGKILL')
    const env = { ...bareEnvironment(), MKT_DATA_DIR: dataDir, KUBECONFIG }
    const reset = spawnSync(process.execPath, [join(root, 'scripts/demo-reset.ts')], { env, encoding: 'utf8' })
    expect([reset.status, reset.stderr]).toEqual([0, ''])
    await expect.poll(ours).toEqual([])
  },
  2 * MINUTES,
)
