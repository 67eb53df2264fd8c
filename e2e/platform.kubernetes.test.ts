import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  AppsV1Api,
  BatchV1Api,
  CoreV1Api,
  KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  PatchStrategy,
  RbacAuthorizationV1Api,
  setHeaderOptions,
} from '@kubernetes/client-node'
import { writeArchive } from '@mkt/oci'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildPlatformImage } from '../scripts/build.ts'
import { renderChart } from '../scripts/chart/render-chart.ts'
import { type Api, connect, type Page, signIn } from '../scripts/demo/api.ts'
import { demoApps } from '../scripts/demo/demo-apps.ts'
import { listApp } from '../scripts/demo/list-app.ts'
import { becomeLive, releaseApp } from '../scripts/demo/release-app.ts'
import { versionOf } from '../scripts/release/set-version.ts'
import { standInForPostgres } from '../scripts/testing/postgres-image.ts'
import { BRIDGE, type ClusterFront, startFront } from './testing/cluster-front.ts'
import { root } from './testing/root.ts'

// The chart on a real cluster whose node shares this machine's Docker, with PostgreSQL in the cluster: an application is deployed,
// launched and called, and every role is rolled while events arrive. The worker has exactly the rights that the chart gives it.

const MINUTES = 60_000
const EVENTS = 60
const release = `e2e${randomBytes(3).toString('hex')}`
const namespace = release
const config = new KubeConfig()
config.loadFromDefault()
const core = config.makeApiClient(CoreV1Api)
const apps = config.makeApiClient(AppsV1Api)
const batch = config.makeApiClient(BatchV1Api)
const rbac = config.makeApiClient(RbacAuthorizationV1Api)
const objects = KubernetesObjectApi.makeApiClient(config)
const merging = setHeaderOptions('Content-Type', PatchStrategy.MergePatch)
const roles = ['api', 'gateway', 'state', 'relay', 'worker'] as const
const [app] = demoApps

const folder = mkdtempSync(join(tmpdir(), 'mkt-cluster-'))
const fronts: Record<string, ClusterFront> = {}
const ready: Record<string, string[]> = {}
const ends: (() => unknown)[] = []
let publisher: Api
let installationId: string
let listingId: string
let simulator: { apiUrl: string; hostName: string; integration: object; data: object }

const urlOf = (name: string) => `http://${BRIDGE}:${fronts[name]?.port}`
const apply = (object: KubernetesObject) =>
  objects.patch(object, undefined, undefined, 'mkt-e2e', true, PatchStrategy.ServerSideApply)
const podsOf = async (labelSelector: string) => (await core.listNamespacedPod({ namespace, labelSelector })).items
/** What carries the label of a platform, in the namespaces that this one made or in any that begins with its name. */
const OURS = { labelSelector: 'mkt.dev/scope' }
const isOurs = ({ metadata }: KubernetesObject) =>
  (metadata?.namespace ?? metadata?.name ?? '').startsWith(`${release}-`)

/** Hooks may not poll expectations. */
async function until<T>(timeout: number, look: () => Promise<T | undefined>): Promise<T> {
  return vi.waitFor(
    async () => {
      const found = await look()
      if (found === undefined) throw new Error(`not yet: ${look}`)
      return found
    },
    { timeout, interval: 250 },
  )
}

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

async function startPostgres(): Promise<string> {
  ends.push(await standInForPostgres('postgres:18'))
  const env = { POSTGRES_USER: 'mkt', POSTGRES_DB: 'mkt', POSTGRES_PASSWORD: 'only-for-this-test' }
  const labels = { app: 'postgres' }
  const container = {
    name: 'postgres',
    image: 'postgres:18',
    imagePullPolicy: 'Never',
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
    readinessProbe: { tcpSocket: { port: 5432 }, periodSeconds: 1 },
    volumeMounts: [{ name: 'data', mountPath: '/var/lib/postgresql' }],
  }
  const pod = {
    securityContext: { fsGroup: 999 },
    containers: [container],
    volumes: [{ name: 'data', emptyDir: {} }],
  }
  const spec = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } }
  await apply({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'postgres', namespace }, spec } as object)
  const ip = await until(2 * MINUTES, async () => {
    const status = (await podsOf('app=postgres'))[0]?.status
    const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status
    return ready === 'True' ? status?.podIP : undefined
  })
  return `postgres://mkt:${env.POSTGRES_PASSWORD}@${ip}/mkt`
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
  const stringData = {
    database: await startPostgres(),
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
  (await publisher.get<Page<Delivery>>(`/installations/${installationId}/deliveries?limit=100`)).items
const fire = (path: string, body: object) =>
  fetch(`${simulator.apiUrl}/_sim/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenant: simulator.hostName, ...body }),
  })

it(
  'an application is deployed on the platform of the chart, launched, and hears of an event',
  async () => {
    if (app === undefined) throw new Error('there is no demo app')
    const account = { email: 'owner@acme.test', password: 'a long enough password' }
    await connect(`${urlOf('api')}/api/v1`).post('/people', { ...account, name: 'Owner' })
    publisher = await signIn(urlOf('api'), account)
    await publisher.post('/organizations', { name: 'acme' })
    const key = await publisher.post<{ clientId: string; apiKey: string }>('/organizations/acme/api-keys', {
      name: 'deploy',
    })
    const source = join(root, 'examples', app.name)
    const listing = await listApp(publisher, 'acme', app, source)
    listingId = listing.id
    const credentials = { username: key.clientId, password: key.apiKey }
    const to = { registry: urlOf('api'), repository: `acme/${app.name}`, credentials }
    await becomeLive(publisher, listing, await releaseApp(publisher, listing, source, to, []))
    const { apiUrl, hostName, integration, data } = simulator
    const tenant = { name: 'Own', variant: 'connected', apiUrl, hostName, credentials: { integration, data } }
    const { id: tenantId } = await publisher.post<{ id: string }>('/organizations/acme/tenants', tenant)
    const launched = { listingId, tenantId, settings: {}, mappings: [] }
    ;({ id: installationId } = await publisher.post<{ id: string }>('/organizations/acme/installations', launched))
    const state = async () => (await publisher.get<{ state: string }>(`/installations/${installationId}`)).state
    await expect.poll(state, { timeout: 2 * MINUTES }).toBe('RUNNING')
    await fire('events', { type: 'policy.issue', data: { policyLocator: '100002122' } })
    await expect.poll(async () => (await deliveries()).map((one) => one.state)).toEqual(['DELIVERED'])
  },
  8 * MINUTES,
)

it(
  'rolling every role while events arrive loses no event and refuses no request',
  async () => {
    let rolling = true
    const failures: string[] = []
    const probes = roles
      .filter((role) => role === 'gateway' || role === 'state')
      .map(async (role) => {
        let asked = 0
        for (; rolling; asked++) {
          const status = await fetch(`${urlOf(role)}/healthz`, { headers: { connection: 'close' } }).then(
            (answer) => answer.status,
            (error: Error) => String(error.cause ?? error),
          )
          if (status !== 200) failures.push(`${role} ${status}`)
          await new Promise((resolve) => setTimeout(resolve, 25))
        }
        return asked
      })
    await fire('scenarios', { name: 'issue-policies', count: EVENTS, seconds: 60 })
    const annotations = { 'mkt.dev/rolled': randomBytes(4).toString('hex') }
    const body = { spec: { template: { metadata: { annotations } } } }
    for (const role of ['gateway', 'state', 'worker'] as const)
      await apps.patchNamespacedDeployment({ name: `${release}-${role}`, namespace, body }, merging)
    const rolled = async () => {
      const { items } = await apps.listNamespacedDeployment({ namespace, labelSelector: 'app.kubernetes.io/name=mkt' })
      return items.every(({ metadata, status, spec }) => {
        const current = status?.observedGeneration === metadata?.generation
        return current && status?.updatedReplicas === spec?.replicas && status?.replicas === spec?.replicas
      })
    }
    await expect.poll(rolled, { timeout: 5 * MINUTES, interval: 500 }).toBe(true)
    const delivered = async () => (await deliveries()).filter(({ state }) => state === 'DELIVERED').length
    await expect.poll(delivered, { timeout: 3 * MINUTES, interval: 500 }).toBe(EVENTS + 1)
    rolling = false
    for (const asked of await Promise.all(probes)) expect(asked).toBeGreaterThan(50)
    expect(failures).toEqual([])
  },
  10 * MINUTES,
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
