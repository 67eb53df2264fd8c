import type { EgressCount } from '@mkt/engines'
import { expect, it } from 'vitest'
import { rulesOfDeployment } from '../../actions/deployment/follow-egress.ts'
import { pruneEgressCounts, putEgressCounts } from '../../store/deployment/egress-counts.ts'
import { launchWorld } from '../../testing/world/launch-world.ts'

const world = await launchWorld()
const { platform, admin, developer, viewer } = world
const { db } = platform
const app = await world.listing({
  app: { fields: [{ name: 'url', title: 'Address', type: 'Text' }] },
  platform: {
    egress: [
      { host: 'api.vin.example', purpose: 'decodes' },
      { setting: 'url', purpose: 'notices', personalData: true },
    ],
  },
})
const launched = await admin.launchApp({
  params: { org: world.customer.name },
  body: {
    listingId: app.id,
    tenantId: world.tenantId,
    settings: { url: 'https://hooks.northwind.example/x' },
  } as never,
})
await world.reach(launched.id, 'RUNNING')
const deployment = await db
  .selectFrom('deployment')
  .selectAll()
  .where('release_id', '=', app.releaseId)
  .executeTakeFirstOrThrow()
const hour = new Date(Math.floor(platform.clock.now().getTime() / 3_600_000) * 3_600_000).toISOString()
const count = (host: string, more: Partial<EgressCount> = {}): EgressCount => ({
  ...{ hour, host, port: 443, connections: 2, sentBytes: 10, receivedBytes: 20, refused: 0, lastRefusal: null },
  ...more,
})

it('rules follow what a customer entered, and always name its policy system', async () => {
  const policySystem = new URL(world.sim.connected().apiUrl as string)
  const [relay, telemetry] = [platform.addresses.relayUrl, platform.addresses.otlpUrl].map((url) => ({
    host: '127.0.0.1',
    port: Number(new URL(url).port),
  }))
  const rules = await rulesOfDeployment(platform, deployment.id)
  expect(rules).toMatchObject({
    mode: 'enforce',
    hosts: [
      { host: 'api.vin.example', port: 443 },
      { host: 'hooks.northwind.example', port: 443 },
    ],
    endpoints: [{ host: '127.0.0.1', port: Number(policySystem.port) }, relay, telemetry],
  })
  await admin.stopInstallation({ params: { id: launched.id } })
  await world.reach(launched.id, 'STOPPED')
  expect(await rulesOfDeployment(platform, deployment.id)).toMatchObject({
    hosts: [{ host: 'api.vin.example', port: 443 }],
    endpoints: [relay, telemetry],
  })
})

it('publisher and customer see what instances sent where; written twice it counts once, and others’ hosts stay theirs', async () => {
  const counts = [
    count('api.vin.example'),
    count('hooks.contoso.example', { connections: 5 }),
    count('evil.example', { port: 0, connections: 0, refused: 3, lastRefusal: 'undeclared name' }),
  ]
  for (const id of ['inst_a', 'inst_a', 'inst_b'])
    await putEgressCounts(db, { id, deploymentId: deployment.id }, counts)
  const seen = await developer.getListingEgress({ params: { id: app.id }, query: {} })
  expect(seen.enforcement).toEqual({ state: 'enforced', reason: null })
  expect(
    seen.observed.map(({ host, connections, refused, release }) => [host, connections, refused, release.id]),
  ).toEqual([
    ['hooks.contoso.example', 10, 0, app.releaseId],
    ['api.vin.example', 4, 0, app.releaseId],
    ['evil.example', 0, 6, app.releaseId],
  ])
  const own = await viewer.getInstallationEgress({ params: { id: launched.id }, query: {} })
  expect(own.declared).toEqual([
    { host: 'api.vin.example', port: 443, setting: null, purpose: 'decodes', personalData: false },
    { host: 'hooks.northwind.example', port: 443, setting: 'url', purpose: 'notices', personalData: true },
  ])
  expect(own.observed.find(({ host }) => host === 'api.vin.example')).toMatchObject({
    declared: true,
    sentBytes: 20,
    port: 443,
  })
  expect(JSON.stringify(own)).not.toContain('contoso')
})

it('what each run of a way out counts from zero is added up', async () => {
  const runs = ['pod-1', 'pod-2', 'pod-1'].map((run) => [count('pods.example', { run })])
  for (const counts of runs) await putEgressCounts(db, { id: 'inst_pods', deploymentId: deployment.id }, counts)
  const { observed } = await developer.getListingEgress({ params: { id: app.id }, query: {} })
  expect(observed.find(({ host }) => host === 'pods.example')).toMatchObject({ connections: 4, sentBytes: 20 })
})

it('a publisher sees whether declared egress is enforced before a first approval, too', async () => {
  const approved = (is: boolean) => db.updateTable('release').set({ approved: is }).where('id', '=', app.releaseId)
  await approved(false).execute()
  const { enforcement } = await developer.getListingEgress({ params: { id: app.id }, query: {} })
  await approved(true).execute()
  expect(enforcement).toEqual({ state: 'enforced', reason: null })
})

it('counts are removed when they are old', async () => {
  await putEgressCounts(db, { id: 'inst_old', deploymentId: deployment.id }, [
    count('old.example', { hour: '2020-01-01T00:00:00Z' }),
  ])
  expect(await pruneEgressCounts(db, new Date('2020-02-01'), 100)).toBe(1)
})
