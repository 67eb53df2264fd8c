import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { KubernetesObject, V1Pod } from '@kubernetes/client-node'
import { writeArchive } from '@mkt/oci'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPlatformImage } from '../scripts/build.ts'
import { renderChart } from '../scripts/chart/render-chart.ts'
import { type Api, connect, type Page, signIn } from '../scripts/demo/api.ts'
import { versionOf } from '../scripts/release/set-version.ts'
import { apply, apps, batch, config, core, merging, rbac, startClusterPostgres, until } from './testing/cluster.ts'
import { BRIDGE, type ClusterFront, startFront } from './testing/cluster-front.ts'
import { root } from './testing/root.ts'
import { deploySampleApp } from './testing/sample-app.ts'
import { vin } from './testing/sample-installation.ts'
import { asking, probeSteadily } from './testing/steady-probe.ts'

// The chart on a real cluster whose node shares this machine's Docker, with PostgreSQL in the cluster: an application is deployed,
// launched and called, and every role is rolled while events arrive and every interface is asked. The worker has exactly the rights that the chart gives it.

const MINUTES = 60_000
const EVENTS = 60
const release = `e2e${randomBytes(3).toString('hex')}`
const namespace = release
const roles = ['api', 'gateway', 'state', 'relay', 'worker'] as const
/** How often each interface is asked while its pods are replaced. */
const [OFTEN_MS, SOMETIMES_MS] = [25, 100]

const folder = mkdtempSync(join(tmpdir(), 'mkt-cluster-'))
const fronts: Record<string, ClusterFront> = {}
const ready: Record<string, string[]> = {}
const ends: (() => unknown)[] = []
let publisher: Api
let authorization: string
let installation: { id: string; routeId: string }
let callerSecret: string
let simulator: { apiUrl: string; hostName: string; integration: object; data: object }

const urlOf = (name: string) => `http://${BRIDGE}:${fronts[name]?.port}`
const podsOf = async (labelSelector: string) => (await core.listNamespacedPod({ namespace, labelSelector })).items
/** What carries the label of a platform, in the namespaces that this one made or in any that begins with its name. */
const OURS = { labelSelector: 'mkt.dev/scope' }
const isOurs = ({ metadata }: KubernetesObject) =>
  (metadata?.namespace ?? metadata?.name ?? '').startsWith(`${release}-`)

async function lookAtPods(): Promise<void> {
  for (const pod of await podsOf('app.kubernetes.io/name=mkt')) {
    const role = pod.metadata?.labels?.['mkt.dev/role'] ?? ''
    const port = pod.spec?.containers[0]?.ports?.[0]?.containerPort
    const isReady = pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')
    const place = `${pod.status?.podIP}:${port}`
    const others = (ready[role] ?? []).filter((one) => one !== place)
    ready[role] = isReady && pod.metadata?.deletionTimestamp === undefined ? [...others, place] : others
  }
}

/** Keeps the fronts informed, as endpoints do. */
function followPods(): () => void {
  let following = true
  const turn = async () => {
    while (following) {
      await lookAtPods().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  void turn().catch(() => {})
  return () => {
    following = false
  }
}

/** A kubeconfig for the worker's service account: this cluster puts no tokens into pods, and its API is on loopback. */
async function workerConfig(): Promise<string> {
  const server = new URL(config.getCurrentCluster()?.server ?? '')
  fronts.cluster = await startFront(() => [`${server.hostname}:${server.port}`])
  const name = `${release}-worker`
  const find = async () => {
    const { items } = await core.listNamespacedSecret({ namespace })
    const mine = items.find((one) => one.metadata?.annotations?.['kubernetes.io/service-account.name'] === name)
    return mine?.data?.token === undefined ? undefined : Buffer.from(mine.data.token, 'base64').toString()
  }
  const token = await until(MINUTES, find)
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'c',
        cluster: { server: `https://${BRIDGE}:${fronts.cluster.port}`, 'insecure-skip-tls-verify': true },
      },
    ],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })
}

async function giveVolume(): Promise<void> {
  const path = join(folder, 'images')
  execFileSync('mkdir', [path])
  chmodSync(path, 0o777)
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteMany'], storageClassName: release }
  await apply({
    ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: release } },
    spec: { ...spec, hostPath: { path }, persistentVolumeReclaimPolicy: 'Retain' },
  } as object)
}

async function startSimulator(): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(root, 'packages/simulator/src/main.ts'), '--bind', BRIDGE, '--port', '0', '--parent'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  ends.push(() => child.kill('SIGTERM'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  simulator = (JSON.parse(line) as { connected: typeof simulator }).connected
}

const few = (replicas: number, scaled = false) => ({
  replicas,
  autoscaling: { enabled: scaled, minReplicas: 2 },
  resources: { requests: { cpu: '10m', memory: '64Mi' } },
})
const valuesWith = (kubeconfig: string) => ({
  urls: { public: urlOf('api'), gateway: urlOf('gateway'), state: urlOf('state'), relay: urlOf('relay') },
  secrets: { database: { name: 'given', key: 'database' }, masterKey: { name: 'given', key: 'key' } },
  storage: { className: release, size: '1Gi' },
  apps: { namespace: release, kubeconfig: { name: kubeconfig }, callers: ['0.0.0.0/0'] },
  config: { MKT_SIGN_UP: 'open', MKT_SANDBOX_TRUSTED: '1', MKT_ALLOW_ADDRESSES: BRIDGE },
  migration: { resources: { requests: { cpu: '10m', memory: '64Mi' } } },
  roles: { api: few(1), gateway: few(2, true), state: few(2), relay: few(1), worker: few(1) },
})
const chart = join(root, 'deploy/chart')
const render = (kubeconfig: string) =>
  renderChart(chart, { release, namespace, values: valuesWith(kubeconfig) }).flatMap((file) => file.objects)

async function install(): Promise<void> {
  for (const role of roles) fronts[role] = await startFront(() => ready[role] ?? [])
  for (const object of render('').filter(({ kind }) => /^(ServiceAccount|ClusterRole)/.test(kind ?? '')))
    await apply(object)
  const postgres = await startClusterPostgres(namespace)
  ends.push(postgres.end)
  const stringData = {
    database: postgres.url,
    key: randomBytes(32).toString('base64'),
    kubeconfig: await workerConfig(),
  }
  await apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'given', namespace }, stringData } as object)
  const rest = render('given').filter(({ kind }) => kind !== 'Pod')
  const [job] = rest.filter(({ kind }) => kind === 'Job')
  await apply(job as KubernetesObject)
  await until(3 * MINUTES, async () => {
    const { status } = await batch.readNamespacedJob({ name: job?.metadata?.name ?? '', namespace })
    return status?.succeeded
  })
  for (const object of rest.filter(({ kind }) => kind !== 'Job')) await apply(object)
  await until(5 * MINUTES, async () => {
    const counts = roles.map((role) => ready[role]?.length ?? 0)
    return String(counts) === '1,2,2,1,1' || undefined
  })
}

beforeAll(async () => {
  const docker = (args: string[]) => execFileSync('docker', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (process.env.MKT_TEST_IMAGE !== 'loaded') {
    const image = await buildPlatformImage()
    await writeArchive(image, join(folder, 'mkt.tar'), { name: `mkt:${versionOf(root)}` })
    await image.close()
    docker(['load', '--input', join(folder, 'mkt.tar')])
  }
  await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  ends.push(followPods())
  await giveVolume()
  await startSimulator()
  await install()
}, 12 * MINUTES)

afterAll(async () => {
  for (const end of ends.toReversed()) await end()
  for (const front of Object.values(fronts)) front.close()
  const left = (await core.listNamespace(OURS)).items.filter(isOurs).map(({ metadata }) => metadata?.name ?? '')
  for (const name of [namespace, ...left]) await core.deleteNamespace({ name }).catch(() => {})
  await core.deletePersistentVolume({ name: release }).catch(() => {})
  const name = `${namespace}-${release}-worker`
  await rbac.deleteClusterRole({ name }).catch(() => {})
  await rbac.deleteClusterRoleBinding({ name }).catch(() => {})
  rmSync(folder, { recursive: true, force: true })
}, 3 * MINUTES)

interface Delivery {
  id: string
  state: string
}
const deliveries = async () =>
  (await publisher.get<Page<Delivery>>(`/installations/${installation.id}/deliveries?limit=100`)).items
const fire = (path: string, body: object) =>
  fetch(`${simulator.apiUrl}/_sim/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenant: simulator.hostName, ...body }),
  })

/** The application answers with the key that came with the request. */
const callApp = () => fetch(`${urlOf('gateway')}/${installation.routeId}/key`, asking({ 'x-mkt-caller': callerSecret }))
const readSettings = (key: string) => fetch(`${urlOf('state')}/settings/${key}`, asking())
/** As the application does: what it needs to reach the policy system stands in its state. */
async function askPolicySystem(key: string): Promise<Response> {
  const answer = await fetch(`${urlOf('state')}/state/${key}`, asking())
  const { platformApiUrl, token } = (await answer.json()) as { platformApiUrl: string; token: string }
  expect(platformApiUrl).toBe(`${urlOf('relay')}/${installation.id}`)
  return fetch(`${platformApiUrl}/products/`, asking({ authorization: `Bearer ${token}` }))
}
const askApi = () => fetch(`${urlOf('api')}/api/v1/installations/${installation.id}`, asking({ authorization }))

it(
  'the test of the chart finds every role ready',
  async () => {
    const pod = render('given').find(({ kind }) => kind === 'Pod') as V1Pod
    // This cluster has no DNS: the names of Services lead to a pod behind each.
    const hostAliases = roles.map((role) => ({
      ip: ready[role]?.[0]?.split(':')[0] ?? '',
      hostnames: [`${release}-${role}.${namespace}.svc`],
    }))
    await apply({ ...pod, spec: { ...pod.spec, hostAliases } } as KubernetesObject)
    const name = pod.metadata?.name ?? ''
    const phase = async () => (await core.readNamespacedPod({ name, namespace })).status?.phase
    await expect.poll(phase, { timeout: 2 * MINUTES, interval: 500 }).toMatch(/Succeeded|Failed/)
    expect([await phase(), await core.readNamespacedPodLog({ name, namespace })]).toEqual([
      'Succeeded',
      expect.stringMatching(/^(http:\S+\/readyz 200 .*\n){5}$/),
    ])
  },
  3 * MINUTES,
)

it(
  'an application is deployed on the platform of the chart, launched, and hears of an event',
  async () => {
    const account = { email: 'owner@acme.test', password: 'a long enough password' }
    await connect(`${urlOf('api')}/api/v1`).post('/people', { ...account, name: 'Owner' })
    const owner = await signIn(urlOf('api'), account)
    await owner.post('/organizations', { name: 'acme' })
    const key = await owner.post<{ clientId: string; apiKey: string }>('/organizations/acme/api-keys', {
      name: 'all',
      scopes: ['publish', 'manage'],
    })
    authorization = `Basic ${Buffer.from(`${key.clientId}:${key.apiKey}`).toString('base64')}`
    publisher = connect(`${urlOf('api')}/api/v1`, authorization)
    const texts = { appName: 'sample', title: 'Sample', variant: 'connected', about: 'a', requirements: 'r' }
    const { id: listingId } = await publisher.post<{ id: string }>('/organizations/acme/listings', texts)
    await publisher.post(`/listings/${listingId}/publish`)
    await deploySampleApp({ apiUrl: urlOf('api'), publisher: key }, 'acme/sample')
    const { apiUrl, hostName, integration, data } = simulator
    const tenant = { name: 'Own', variant: 'connected', apiUrl, hostName, credentials: { integration, data } }
    const { id: tenantId } = await publisher.post<{ id: string }>('/organizations/acme/tenants', tenant)
    const settings = { region: 'eu', apiKey: 'a secret of this customer' }
    const mappings = [{ productName: 'personal-auto', fields: { vin } }]
    const launch = { listingId, tenantId, settings, mappings }
    installation = await publisher.post<typeof installation>('/organizations/acme/installations', launch)
    const path = `/installations/${installation.id}`
    const state = async () => (await publisher.get<{ state: string }>(path)).state
    await expect.poll(state, { timeout: 2 * MINUTES }).toBe('RUNNING')
    const made = await publisher.post<{ callerSecret: string }>(`${path}/caller-secrets`)
    callerSecret = made.callerSecret
    await publisher.patch(`/tenants/${tenantId}`, { relay: 'read' })
    await fire('events', { type: 'policy.issue', data: { policyLocator: '100002122' } })
    await expect
      .poll(async () => (await deliveries()).map((one) => one.state), { timeout: MINUTES })
      .toEqual(['DELIVERED'])
  },
  8 * MINUTES,
)

it(
  'rolling every role while events arrive loses no event and refuses no request',
  async () => {
    const statusOf = async (answer: Promise<Response>) => (await answer).status
    await expect.poll(() => statusOf(callApp()), { timeout: MINUTES }).toBe(200)
    const appKey = await (await callApp()).text()
    await expect.poll(() => statusOf(readSettings(appKey)), { timeout: MINUTES }).toBe(200)
    await expect.poll(() => statusOf(askPolicySystem(appKey)), { timeout: MINUTES }).toBe(200)
    expect(await statusOf(askApi())).toBe(200)

    const before = new Set((await podsOf('app.kubernetes.io/name=mkt')).map(({ metadata }) => metadata?.uid))
    const probes = [
      probeSteadily('gateway', callApp, OFTEN_MS),
      probeSteadily('state', () => readSettings(appKey), OFTEN_MS),
      probeSteadily('api', askApi, OFTEN_MS),
      probeSteadily('relay', () => askPolicySystem(appKey), SOMETIMES_MS),
    ]
    for (const probe of probes) ends.push(() => probe.stop())
    await fire('scenarios', { name: 'issue-policies', count: EVENTS, seconds: 60 })
    const annotations = { 'mkt.dev/rolled': randomBytes(4).toString('hex') }
    const body = { spec: { template: { metadata: { annotations } } } }
    for (const role of roles)
      await apps.patchNamespacedDeployment({ name: `${release}-${role}`, namespace, body }, merging)
    const rolled = async () => {
      const { items } = await apps.listNamespacedDeployment({ namespace, labelSelector: 'app.kubernetes.io/name=mkt' })
      return items.every(({ metadata, status, spec }) => {
        const current = status?.observedGeneration === metadata?.generation
        const isComplete = status?.updatedReplicas === spec?.replicas && status?.replicas === spec?.replicas
        return current && isComplete && status?.availableReplicas === spec?.replicas
      })
    }
    await expect.poll(rolled, { timeout: 8 * MINUTES, interval: 500 }).toBe(true)
    // Those that leave go on serving until they have drained.
    const former = async () => {
      const pods = await podsOf(`app.kubernetes.io/name=mkt,mkt.dev/role in (${roles.join(',')})`)
      return pods.filter(({ metadata }) => before.has(metadata?.uid)).map(({ metadata }) => metadata?.name)
    }
    await expect.poll(former, { timeout: 3 * MINUTES, interval: 500 }).toEqual([])
    const delivered = async () => (await deliveries()).filter(({ state }) => state === 'DELIVERED').length
    await expect.poll(delivered, { timeout: 3 * MINUTES, interval: 500 }).toBe(EVENTS + 1)
    const found = await Promise.all(probes.map((probe) => probe.stop()))
    for (const { asked } of found) expect(asked).toBeGreaterThan(50)
    expect(found.flatMap(({ failures }) => failures)).toEqual([])
  },
  15 * MINUTES,
)

it(
  'the removal job leaves nothing of the applications in the cluster',
  async () => {
    expect((await core.listPodForAllNamespaces(OURS)).items.filter(isOurs).length).toBeGreaterThan(0)
    const body = { spec: { replicas: 0 } }
    await apps.patchNamespacedDeployment({ name: `${release}-worker`, namespace, body }, merging)
    await expect.poll(() => podsOf('mkt.dev/role=worker'), { timeout: 3 * MINUTES }).toEqual([])
    const remove = render('given').find(({ kind }) => kind === 'CronJob') as KubernetesObject & {
      spec: { jobTemplate: { spec: object } }
    }
    const { spec } = remove.spec.jobTemplate
    await apply({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'remove', namespace }, spec } as object)
    const done = async () => (await batch.readNamespacedJob({ name: 'remove', namespace })).status?.succeeded
    await expect.poll(done, { timeout: 3 * MINUTES }).toBe(1)
    const left = async () => {
      const lists = await Promise.all([
        core.listNamespace(OURS),
        core.listPodForAllNamespaces(OURS),
        core.listSecretForAllNamespaces(OURS),
        core.listServiceForAllNamespaces(OURS),
        apps.listDeploymentForAllNamespaces(OURS),
      ])
      return lists.flatMap(({ items }) => items.filter(isOurs).map(({ metadata }) => metadata?.name))
    }
    await expect.poll(left, { timeout: 2 * MINUTES }).toEqual([])
  },
  8 * MINUTES,
)
