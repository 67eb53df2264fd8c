import { randomBytes } from 'node:crypto'
import type { KubernetesObject, V1Pod } from '@kubernetes/client-node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, connect, type Page, signIn } from '../scripts/demo/api.ts'
import { apply, apps, batch, core, merging } from './testing/cluster.ts'
import { roles, startClusterPlatform } from './testing/cluster-platform.ts'
import { deploySampleApp } from './testing/sample-app.ts'
import { vin } from './testing/sample-installation.ts'
import { asking, probeSteadily } from './testing/steady-probe.ts'

// The chart on a real cluster: applications are deployed, launched, called, upgraded and uninstalled, and every role is rolled while
// events arrive and every interface is asked.

const MINUTES = 60_000
const EVENTS = 60
/** How often each interface is asked while its pods are replaced. */
const [OFTEN_MS, SOMETIMES_MS] = [25, 100]

interface Launched {
  id: string
  routeId: string
}

let platform: Awaited<ReturnType<typeof startClusterPlatform>>
let key: { clientId: string; apiKey: string }
let tenantId: string
let publisher: Api
let authorization: string
let installation: Launched
let callerSecret: string
let leaving: Launched

beforeAll(async () => {
  platform = await startClusterPlatform()
}, 15 * MINUTES)
afterAll(() => platform?.close(), 3 * MINUTES)

interface Delivery {
  id: string
  state: string
}
const deliveries = async () =>
  (await publisher.get<Page<Delivery>>(`/installations/${installation.id}/deliveries?limit=100`)).items
const fire = (path: string, body: object) =>
  fetch(`${platform.simulator.apiUrl}/_sim/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenant: platform.simulator.hostName, ...body }),
  })

const deploy = (app: string) => deploySampleApp({ apiUrl: platform.urlOf('api'), publisher: key }, `acme/${app}`)
/** Lists, deploys and launches an application. */
async function launch(appName: string): Promise<Launched> {
  const texts = { appName, title: appName, variant: 'connected', about: 'a', requirements: 'r' }
  const { id: listingId } = await publisher.post<{ id: string }>('/organizations/acme/listings', texts)
  await publisher.post(`/listings/${listingId}/publish`)
  await deploy(appName)
  const settings = { region: 'eu', apiKey: 'a secret of this customer' }
  const mappings = [{ productName: 'personal-auto', fields: { vin } }]
  const asked = { listingId, tenantId, settings, mappings }
  const launched = await publisher.post<Launched>('/organizations/acme/installations', asked)
  await expect.poll(() => shown(launched), { timeout: 2 * MINUTES }).toMatchObject({ state: 'RUNNING' })
  return launched
}
const shown = ({ id }: Launched) =>
  publisher.get<{ state: string; release: { version: string } }>(`/installations/${id}`)

/** The application answers with the key that came with the request. */
const callApp = () =>
  fetch(`${platform.urlOf('gateway')}/${installation.routeId}/key`, asking({ 'x-mkt-caller': callerSecret }))
const readSettings = (appKey: string) => fetch(`${platform.urlOf('state')}/settings/${appKey}`, asking())
/** As the application does: what it needs to reach the policy system stands in its state. */
async function askPolicySystem(appKey: string): Promise<Response> {
  const answer = await fetch(`${platform.urlOf('state')}/state/${appKey}`, asking())
  const { platformApiUrl, token } = (await answer.json()) as { platformApiUrl: string; token: string }
  expect(platformApiUrl).toBe(`${platform.urlOf('relay')}/${installation.id}`)
  return fetch(`${platformApiUrl}/products/`, asking({ authorization: `Bearer ${token}` }))
}
const askApi = () =>
  fetch(`${platform.urlOf('api')}/api/v1/installations/${installation.id}`, asking({ authorization }))

it(
  'the test of the chart finds every role ready',
  async () => {
    const { release, namespace, ready } = platform
    const pod = platform.objects.find(({ kind }) => kind === 'Pod') as V1Pod
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
    await connect(`${platform.urlOf('api')}/api/v1`).post('/people', { ...account, name: 'Owner' })
    const owner = await signIn(platform.urlOf('api'), account)
    await owner.post('/organizations', { name: 'acme' })
    key = await owner.post<typeof key>('/organizations/acme/api-keys', { name: 'all', scopes: ['publish', 'manage'] })
    authorization = `Basic ${Buffer.from(`${key.clientId}:${key.apiKey}`).toString('base64')}`
    publisher = connect(`${platform.urlOf('api')}/api/v1`, authorization)
    const { apiUrl, hostName, integration, data } = platform.simulator
    const tenant = { name: 'Own', variant: 'connected', apiUrl, hostName, credentials: { integration, data } }
    tenantId = (await publisher.post<{ id: string }>('/organizations/acme/tenants', tenant)).id
    installation = await launch('sample')
    const made = await publisher.post<{ callerSecret: string }>(`/installations/${installation.id}/caller-secrets`)
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
  'an upgrade replaces the pod of an application without one refused call, and another application is uninstalled',
  async () => {
    leaving = await launch('leaving')
    const statusOf = async (answer: Promise<Response>) => (await answer).status
    await expect.poll(() => statusOf(callApp()), { timeout: MINUTES }).toBe(200)
    const calls = probeSteadily('gateway', callApp, OFTEN_MS)
    const before = await shown(installation)
    await deploy('sample')
    await expect
      .poll(async () => (await shown(installation)).release.version, { timeout: 4 * MINUTES })
      .not.toBe(before.release.version)
    await expect.poll(() => shown(installation), { timeout: MINUTES }).toMatchObject({ state: 'RUNNING' })
    const { asked, failures } = await calls.stop()
    expect(asked).toBeGreaterThan(50)
    expect(failures).toEqual([])
    await publisher.post(`/installations/${leaving.id}/uninstall`)
    await expect.poll(() => shown(leaving), { timeout: 2 * MINUTES }).toMatchObject({ state: 'UNINSTALLED' })
  },
  10 * MINUTES,
)

it(
  'rolling every role while events arrive loses no event and refuses no request',
  async () => {
    const { release, namespace } = platform
    const statusOf = async (answer: Promise<Response>) => (await answer).status
    await expect.poll(() => statusOf(callApp()), { timeout: MINUTES }).toBe(200)
    const appKey = await (await callApp()).text()
    await expect.poll(() => statusOf(readSettings(appKey)), { timeout: MINUTES }).toBe(200)
    await expect.poll(() => statusOf(askPolicySystem(appKey)), { timeout: MINUTES }).toBe(200)
    expect(await statusOf(askApi())).toBe(200)

    const before = new Set((await platform.podsOf('app.kubernetes.io/name=mkt')).map(({ metadata }) => metadata?.uid))
    const probes = [
      probeSteadily('gateway', callApp, OFTEN_MS),
      probeSteadily('state', () => readSettings(appKey), OFTEN_MS),
      probeSteadily('api', askApi, OFTEN_MS),
      probeSteadily('relay', () => askPolicySystem(appKey), SOMETIMES_MS),
    ]
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
      const pods = await platform.podsOf(`app.kubernetes.io/name=mkt,mkt.dev/role in (${roles.join(',')})`)
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
  'nothing is left of a release that was replaced, nor of an application that was uninstalled',
  async () => {
    const deployments = async () => {
      const labels = (await platform.left()).map(({ metadata }) => metadata?.labels ?? {})
      const ofApps = labels.filter((each) => 'mkt.dev/app' in each)
      return [...new Set(ofApps.map((each) => `${each['mkt.dev/app']} ${each['mkt.dev/deployment']}`))]
    }
    // What nobody needs any more is kept for five minutes, and then has a minute to end its requests.
    const wait = { timeout: 8 * MINUTES, interval: 1_000 }
    await expect.poll(deployments, wait).toEqual([expect.stringMatching(/^acme\.sample /)])
    const current = (await shown(installation)).release.version
    const versions = (await platform.left()).flatMap(({ metadata }) => metadata?.annotations?.['mkt.dev/version'] ?? [])
    expect(new Set(versions)).toEqual(new Set([current]))
  },
  10 * MINUTES,
)

it(
  'the removal job leaves nothing of the applications in the cluster',
  async () => {
    const { release, namespace } = platform
    expect((await platform.left()).length).toBeGreaterThan(0)
    const body = { spec: { replicas: 0 } }
    await apps.patchNamespacedDeployment({ name: `${release}-worker`, namespace, body }, merging)
    await expect.poll(() => platform.podsOf('mkt.dev/role=worker'), { timeout: 3 * MINUTES }).toEqual([])
    const remove = platform.objects.find(({ kind }) => kind === 'CronJob') as KubernetesObject & {
      spec: { jobTemplate: { spec: object } }
    }
    const { spec } = remove.spec.jobTemplate
    await apply({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'remove', namespace }, spec } as object)
    const done = async () => (await batch.readNamespacedJob({ name: 'remove', namespace })).status?.succeeded
    await expect.poll(done, { timeout: 3 * MINUTES }).toBe(1)
    const names = async () => (await platform.left()).map(({ metadata }) => metadata?.name)
    await expect.poll(names, { timeout: 2 * MINUTES }).toEqual([])
  },
  8 * MINUTES,
)
