import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { KubernetesObject, V1Pod } from '@kubernetes/client-node'
import { writeArchive } from '@mkt/oci'
import { buildPlatformImage } from '../../scripts/build.ts'
import { renderChart } from '../../scripts/chart/render-chart.ts'
import { versionOf } from '../../scripts/release/set-version.ts'
import { apply, apps, batch, config, core, rbac, until } from './cluster.ts'
import { BRIDGE, type ClusterFront, startFront } from './cluster-front.ts'
import { type ClusterPostgres, startClusterPostgres } from './cluster-postgres.ts'
import { root } from './root.ts'

const MINUTES = 60_000
export const roles = ['api', 'gateway', 'state', 'relay', 'worker'] as const
type Role = (typeof roles)[number]
const pods: Record<Role, number> = { api: 1, gateway: 2, state: 2, relay: 1, worker: 1 }
/** What carries the label of a platform. */
const OURS = { labelSelector: 'mkt.dev/scope' }

interface Simulator {
  apiUrl: string
  hostName: string
  integration: object
  data: object
}

/**
 * The platform as the chart makes it, on a cluster whose node shares this machine's Docker: PostgreSQL in the cluster, which wants TLS and
 * certificates, a front for each role instead of Services, and a policy system on this machine. The worker has exactly the rights of the chart.
 */
export async function startClusterPlatform() {
  const release = `e2e${randomBytes(3).toString('hex')}`
  const namespace = release
  const folder = mkdtempSync(join(tmpdir(), 'mkt-cluster-'))
  const fronts: Record<string, ClusterFront> = {}
  const ready: Record<string, string[]> = {}
  const ends: (() => unknown)[] = []
  const urlOf = (role: Role) => `http://${BRIDGE}:${fronts[role]?.port}`
  const podsOf = async (labelSelector: string) => (await core.listNamespacedPod({ namespace, labelSelector })).items

  async function lookAtPods(): Promise<void> {
    for (const pod of await podsOf('app.kubernetes.io/name=mkt')) {
      const role = pod.metadata?.labels?.['mkt.dev/role'] ?? ''
      const place = `${pod.status?.podIP}:${pod.spec?.containers[0]?.ports?.[0]?.containerPort}`
      const others = (ready[role] ?? []).filter((one) => one !== place)
      ready[role] = isReady(pod) ? [...others, place] : others
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
    mkdirSync(path)
    chmodSync(path, 0o777)
    const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteMany'], storageClassName: release }
    await apply({
      ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: release } },
      spec: { ...spec, hostPath: { path }, persistentVolumeReclaimPolicy: 'Retain' },
    } as object)
  }

  const valuesWith = (kubeconfig: string, postgres?: ClusterPostgres) => ({
    urls: { public: urlOf('api'), gateway: urlOf('gateway'), state: urlOf('state'), relay: urlOf('relay') },
    secrets: {
      database: { name: 'given', key: 'database' },
      databaseTls: { name: postgres?.tlsSecret ?? '', clientCertificate: true },
      masterKey: { name: 'given', key: 'key' },
    },
    networkPolicies: { databasePorts: [postgres?.port ?? 5432] },
    storage: { className: release, size: '1Gi' },
    apps: { namespace: release, kubeconfig: { name: kubeconfig }, callers: ['0.0.0.0/0'] },
    config: { MKT_SIGN_UP: 'open', MKT_SANDBOX_TRUSTED: '1', MKT_ALLOW_ADDRESSES: BRIDGE },
    migration: { resources: { requests: { cpu: '10m', memory: '64Mi' } } },
    roles: Object.fromEntries(roles.map((role) => [role, few(pods[role], role === 'gateway')])),
  })
  const render = (kubeconfig: string, postgres?: ClusterPostgres) =>
    renderChart(join(root, 'deploy/chart'), { release, namespace, values: valuesWith(kubeconfig, postgres) }).flatMap(
      (file) => file.objects,
    )

  async function install(): Promise<KubernetesObject[]> {
    for (const role of roles) fronts[role] = await startFront(() => ready[role] ?? [])
    for (const object of render('').filter(({ kind }) => /^(ServiceAccount|ClusterRole)/.test(kind ?? '')))
      await apply(object)
    const postgres = await startClusterPostgres(namespace)
    ends.push(() => postgres.end())
    const stringData = {
      database: postgres.url,
      key: randomBytes(32).toString('base64'),
      kubeconfig: await workerConfig(),
    }
    await apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'given', namespace }, stringData } as object)
    const rendered = render('given', postgres)
    const rest = rendered.filter(({ kind }) => kind !== 'Pod')
    const [job] = rest.filter(({ kind }) => kind === 'Job')
    await apply(job as KubernetesObject)
    await until(3 * MINUTES, async () => {
      const { status } = await batch.readNamespacedJob({ name: job?.metadata?.name ?? '', namespace })
      return status?.succeeded
    })
    for (const object of rest.filter(({ kind }) => kind !== 'Job')) await apply(object)
    await until(5 * MINUTES, async () => roles.every((role) => ready[role]?.length === pods[role]) || undefined)
    return rendered
  }

  /** Objects of applications, in the namespaces that this platform made. */
  async function left(): Promise<KubernetesObject[]> {
    const lists = await Promise.all([
      core.listNamespace(OURS),
      core.listPodForAllNamespaces(OURS),
      core.listSecretForAllNamespaces(OURS),
      core.listServiceForAllNamespaces(OURS),
      apps.listDeploymentForAllNamespaces(OURS),
    ])
    const isOurs = ({ metadata }: KubernetesObject) =>
      (metadata?.namespace ?? metadata?.name ?? '').startsWith(`${release}-`)
    return lists.flatMap(({ items }) => items as KubernetesObject[]).filter(isOurs)
  }

  async function close(): Promise<void> {
    for (const end of ends.toReversed()) await end()
    for (const front of Object.values(fronts)) front.close()
    const made = (await left()).filter(({ metadata }) => metadata?.namespace === undefined)
    for (const name of [namespace, ...made.map(({ metadata }) => metadata?.name ?? '')])
      await core.deleteNamespace({ name }).catch(() => {})
    await core.deletePersistentVolume({ name: release }).catch(() => {})
    const name = `${namespace}-${release}-worker`
    await rbac.deleteClusterRole({ name }).catch(() => {})
    await rbac.deleteClusterRoleBinding({ name }).catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    await loadImage(folder)
    await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    ends.push(follow(lookAtPods))
    await giveVolume()
    const simulator = await startSimulator(ends)
    const objects = await install()
    return { release, namespace, objects, ready, simulator, urlOf, podsOf, left, close }
  } catch (error) {
    await close()
    throw error
  }
}

const isReady = ({ metadata, status }: V1Pod) =>
  metadata?.deletionTimestamp === undefined &&
  status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True')

const few = (replicas: number, scaled: boolean) => ({
  replicas,
  autoscaling: { enabled: scaled, minReplicas: 2 },
  resources: { requests: { cpu: '10m', memory: '64Mi' } },
})

/** Looks again and again, as endpoints are kept. */
function follow(look: () => Promise<void>): () => void {
  let following = true
  const turn = async () => {
    while (following) {
      await look().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  void turn().catch(() => {})
  return () => {
    following = false
  }
}

async function loadImage(folder: string): Promise<void> {
  if (process.env.MKT_TEST_IMAGE === 'loaded') return
  const image = await buildPlatformImage()
  const file = join(folder, 'mkt.tar')
  await writeArchive(image, file, { name: `mkt:${versionOf(root)}` })
  await image.close()
  execFileSync('docker', ['load', '--input', file], { stdio: ['ignore', 'pipe', 'inherit'] })
}

async function startSimulator(ends: (() => unknown)[]): Promise<Simulator> {
  const child = spawn(
    process.execPath,
    [join(root, 'packages/simulator/src/main.ts'), '--bind', BRIDGE, '--port', '0', '--parent'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  ends.push(() => child.kill('SIGTERM'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return (JSON.parse(line) as { connected: Simulator }).connected
}
