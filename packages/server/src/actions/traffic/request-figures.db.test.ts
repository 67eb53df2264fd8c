import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { deploymentById } from '../../store/deployment/deployments.ts'
import { figuresOf } from '../../store/deployment/figures.ts'
import { latestInstances } from '../../store/deployment/instances.ts'
import { startTestGateway } from '../../testing/gateway/gateway.ts'
import { callerSecret, testRoute } from '../../testing/gateway/routes.ts'
import { startAppServer } from '../../testing/http/app-server.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { fakeEngine } from '../../testing/rollout/fake-engine.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { createFigureRecorder } from '../deployment/record-figures.ts'
import type { Runner } from '../deployment/runner.ts'
import { createRequestFigures } from './request-figures.ts'

const { platform, clock, database } = await testPlatform()
const { db } = platform
const deploymentId = newId('dep')
const instanceId = newId('inst')

async function makeDeployment(): Promise<void> {
  const [organizationId, listingId, releaseId] = [newId('org'), newId('lst'), newId('rel')]
  const times = { created_at: clock.now(), updated_at: clock.now() }
  await db.insertInto('organization').values({ id: organizationId, name: 'acme', title: 'Acme' }).execute()
  const listing = { id: listingId, organization_id: organizationId, app_name: 'app', name: 'acme/app', title: 'App' }
  await db
    .insertInto('listing')
    .values({ ...listing, variant: 'connected', state: 'DRAFT' })
    .execute()
  const image = {
    listing_id: listingId,
    digest: 'sha256:x',
    media_type: 'x',
    bytes: Buffer.alloc(0),
    annotations: '{}',
  }
  await db.insertInto('image').values(image).execute()
  const version = { version: '1.0.0', major: 1, minor: 0, patch: 0, manifest: '{}', manifest_text: '{}' }
  await db
    .insertInto('release')
    .values({ id: releaseId, listing_id: listingId, ...version, image_digest: 'sha256:x', state: 'LIVE' })
    .execute()
  const deployment = { id: deploymentId, release_id: releaseId, listing_id: listingId, state: 'RUNNING' as const }
  await db
    .insertInto('deployment')
    .values({ ...deployment, starting_at: clock.now(), ...times })
    .execute()
  const instance = { id: instanceId, deployment_id: deploymentId, generation: 1, engine: 'sandbox' }
  await db
    .insertInto('instance')
    .values({ ...instance, state: 'HEALTHY', since: clock.now(), created_at: clock.now() })
    .execute()
}

it('counts requests, failures and answer times of a deployment over all processes, and tells each once', async () => {
  await makeDeployment()
  const here = createRequestFigures(platform)
  const elsewhere = createRequestFigures({ ...platform, metrics: new Registry() })
  const gateway = await startTestGateway(database, { requests: here })
  const app = await startAppServer(({ url }, response) => {
    response.writeHead(url === '/autofill' ? 500 : 200).end('{}')
  })
  atEnd(async () => {
    await gateway.stop()
    await app.close()
  })
  const instance = { ...app.instance, deploymentId }
  const route = gateway.routes.add(testRoute({ instances: [instance] }))
  const headers = { 'x-mkt-caller': callerSecret }
  const url = `${gateway.url}/${route.routeId}`
  expect((await fetch(`${url}/x`, { headers })).status).toBe(200)
  expect((await fetch(`${url}/autofill`, { method: 'POST', headers, body: '{}' })).status).toBe(502)
  // Refused before anybody was asked: no request of the deployment.
  expect((await fetch(`${url}/x`)).status).toBe(401)
  elsewhere.note(route, instance, { durationMs: 400, failed: false })
  await here.stop()
  await elsewhere.stop()

  const recorder = createFigureRecorder(platform, { engine: fakeEngine() } as unknown as Runner)
  const record = async () => {
    const deployment = await deploymentById(db, deploymentId)
    if (deployment === undefined) throw new Error('the deployment is gone')
    await recorder.record(deployment, await latestInstances(db, [deploymentId]))
    clock.advance(60_000)
  }
  await record()
  await record()
  const points = await figuresOf(db, deploymentId, new Date(0), { limit: 10, after: null })
  expect(points).toMatchObject([
    { requests: 3, failed: 1 },
    { requests: 0, failed: 0, p50Ms: null, p95Ms: null },
  ])
  expect(points[0]?.p95Ms).toBeGreaterThan(250)
  expect(points[0]?.p95Ms).toBeLessThanOrEqual(500)

  const figures = await platform.metrics.metrics()
  expect(figures).toContain('mkt_app_requests_total{app="acme/app",version="1.0.0",outcome="answered"} 1')
  expect(figures).toContain('mkt_app_requests_total{app="acme/app",version="1.0.0",outcome="failed"} 1')
  expect(figures).toContain('mkt_app_request_seconds_total{app="acme/app",version="1.0.0"}')
})
