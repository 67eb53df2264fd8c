import { beforeAll, expect, it } from 'vitest'
import { transaction } from '../../store/database/transaction.ts'
import { addContainerLines, pruneListingLines } from '../../store/deployment/container-logs.ts'
import { addFigure } from '../../store/deployment/figures.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'

const api: TestApi = await testApi()
const { db } = api.platform
const listingId = newId('lst')
const deploymentId = newId('dep')
const instanceId = newId('inst')
const now = new Date()
let publisher: string
let viewer: string
let stranger: string
let moderator: string

beforeAll(async () => {
  const acme = await api.organization('acme')
  const other = await api.organization('other')
  publisher = (await api.key(acme, ['publish'])).authorization
  viewer = (await api.person({ role: 'viewer', organization: acme })).authorization
  stranger = (await api.key(other, ['publish', 'manage'])).authorization
  moderator = (await api.person({ platformRole: 'moderator' })).authorization
  const releaseId = newId('rel')
  const listing = {
    id: listingId,
    organization_id: acme.id,
    app_name: 'a',
    name: 'acme/a',
    title: 'A',
    state: 'DRAFT' as const,
  }
  await db
    .insertInto('listing')
    .values({ ...listing, variant: 'connected' })
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
  const times = { starting_at: now, created_at: now, updated_at: now }
  await db
    .insertInto('deployment')
    .values({ id: deploymentId, release_id: releaseId, listing_id: listingId, state: 'RUNNING', ...times })
    .execute()
  const instance = { id: instanceId, deployment_id: deploymentId, generation: 1, engine: 'sandbox' }
  await db
    .insertInto('instance')
    .values({ ...instance, state: 'HEALTHY', since: now, created_at: now })
    .execute()
  await write('first', 'Second LINE')
})

const write = (...texts: string[]) =>
  transaction(db, (trx) =>
    addContainerLines(
      trx,
      { listingId, deploymentId, instanceId, cursor: String(texts.length) },
      texts.map((text) => ({ at: new Date(), stream: 'stdout' as const, text })),
    ),
  )
const of = { params: { id: deploymentId } }
const used = { cpuSeconds: 0.5, memoryBytes: 50_000_000, processes: 8, instances: 1, restarts: 0 }
const point = { ...used, requests: 12, failed: 1, p50Ms: 20, p95Ms: 90 }

it('shows the publisher its deployments with their instances', async () => {
  const { items } = await api.as(publisher).listDeployments({ params: { id: listingId } })
  expect(items).toMatchObject([
    {
      id: deploymentId,
      state: 'RUNNING',
      release: { version: '1.0.0' },
      instances: [{ id: instanceId, state: 'HEALTHY' }],
    },
  ])
  expect(await api.as(viewer).getDeployment(of)).toMatchObject({ listing: { name: 'acme/a' } })
})

it('keeps container output for the publisher alone', async () => {
  expect((await api.as(viewer).listDeploymentLogs(of)).items.map((line) => line.text)).toEqual(['Second LINE', 'first'])
  await expect(api.as(stranger).listDeploymentLogs(of)).rejects.toMatchObject({ status: 404 })
  await expect(api.as(moderator).listDeploymentLogs(of)).rejects.toMatchObject({ status: 403 })
  await expect(api.as(stranger).getDeployment(of)).rejects.toMatchObject({ status: 404 })
})

it('searches output without regard to case, and pages backwards', async () => {
  const found = await api.as(publisher).listListingLogs({ params: { id: listingId }, query: { q: 'second line' } })
  expect(found.items.map((line) => line.text)).toEqual(['Second LINE'])
  const page = await api.as(publisher).listDeploymentLogs({ ...of, query: { limit: 1 } })
  expect(page.items.map((line) => line.text)).toEqual(['Second LINE'])
  const next = await api.as(publisher).listDeploymentLogs({ ...of, query: { limit: 1, cursor: page.next ?? '' } })
  expect(next.items.map((line) => line.text)).toEqual(['first'])
})

it('follows output live, and goes on after a break where it was', async () => {
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const open = async (headers: Record<string, string>, wanted: number) => {
    const controller = new AbortController()
    const response = await fetch(`${address}/api/v1/deployments/${deploymentId}/logs/stream?tail=1`, {
      headers: { authorization: publisher, ...headers },
      signal: controller.signal,
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const events: { id: string; text: string }[] = []
    let held = ''
    for await (const chunk of response.body ?? []) {
      held += Buffer.from(chunk).toString()
      if (held.includes(': following') && wanted === 2) {
        wanted = 3
        await write('third', 'fourth')
      }
      const found = [...held.matchAll(/id: (\d+)\ndata: (.*)\n\n/g)]
      events.splice(0, events.length, ...found.map(([, id = '', data = '']) => ({ id, text: JSON.parse(data).text })))
      if (events.length >= wanted) break
    }
    controller.abort()
    return events
  }
  const first = await open({}, 2)
  expect(first.map((event) => event.text)).toEqual(['Second LINE', 'third', 'fourth'])
  const again = await open({ 'last-event-id': first[1]?.id ?? '' }, 1)
  expect(again.map((event) => event.text)).toEqual(['fourth'])
})

it('takes wishes of builders: more instances, or a restart of all', async () => {
  expect(await api.as(publisher).changeDeployment({ ...of, body: { replicas: 3 } })).toMatchObject({ replicas: 3 })
  await api.as(publisher).restartDeployment(of)
  const row = await db.selectFrom('deployment').select('generation').where('id', '=', deploymentId).executeTakeFirst()
  expect(row?.generation).toBe(2)
  await expect(api.as(viewer).restartDeployment(of)).rejects.toMatchObject({ status: 403 })
  await expect(api.as(publisher).changeDeployment({ ...of, body: { replicas: 99 } })).rejects.toMatchObject({
    status: 422,
  })
})

it('restarts everything of a listing that runs, and nothing that does not', async () => {
  const generation = async () =>
    (await db.selectFrom('deployment').select('generation').where('id', '=', deploymentId).executeTakeFirst())
      ?.generation
  const ofListing = { params: { id: listingId } }
  const before = (await generation()) ?? 0
  const crashed = { crashes: 7, next_start_at: new Date(Date.now() + 60_000) }
  await db.updateTable('deployment').set(crashed).where('id', '=', deploymentId).execute()
  const { deployments } = await api.as(publisher).restartListing(ofListing)
  expect(deployments).toMatchObject([{ id: deploymentId, instances: [{ id: instanceId, state: 'HEALTHY' }] }])
  expect(await generation()).toBe(before + 1)
  const row = db.selectFrom('deployment').select(['crashes', 'next_start_at']).where('id', '=', deploymentId)
  expect(await row.executeTakeFirst()).toEqual({ crashes: 0, next_start_at: null })
  await expect(api.as(viewer).restartListing(ofListing)).rejects.toMatchObject({ status: 403 })
  await expect(api.as(stranger).restartListing(ofListing)).rejects.toMatchObject({ status: 404 })
  await db.updateTable('deployment').set({ state: 'STOPPED' }).where('id', '=', deploymentId).execute()
  expect((await api.as(publisher).restartListing(ofListing)).deployments).toEqual([])
  await db.updateTable('deployment').set({ state: 'RUNNING' }).where('id', '=', deploymentId).execute()
  expect(await generation()).toBe(before + 1)
})

it('keeps no more output of an app than its share, the newest lines', async () => {
  const filler = 'x'.repeat(1_000)
  await write(...Array.from({ length: 20 }, (_, index) => `${filler} ${index}`), 'newest')
  await pruneListingLines(db, listingId, 5_000)
  const { items } = await api.as(publisher).listDeploymentLogs(of)
  expect(items).toHaveLength(5)
  expect(items[0]?.text).toBe('newest')
  await pruneListingLines(db, listingId, 5_000)
  expect((await api.as(publisher).listDeploymentLogs(of)).items).toHaveLength(5)
})

it('shows what a deployment used and what it was asked', async () => {
  await addFigure(db, deploymentId, { at: now, ...point })
  expect((await api.as(publisher).listFigures(of)).items).toEqual([{ at: now.toISOString(), ...point }])
})

it('pages what a deployment used, oldest first', async () => {
  const times = [1, 2, 3].map((minute) => new Date(now.getTime() + minute * 60_000))
  for (const at of times) await addFigure(db, deploymentId, { at, ...point })
  const seen: string[] = []
  const from = times[0]?.toISOString()
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await api
      .as(publisher)
      .listFigures({ ...of, query: { from, limit: 2, ...(cursor === undefined ? {} : { cursor }) } })
    seen.push(...page.items.map((item) => item.at))
    cursor = page.next
  }
  expect(seen).toEqual(times.map((at) => at.toISOString()))
  const query = { cursor: Buffer.from('inst_1').toString('base64url') }
  await expect(api.as(publisher).listFigures({ ...of, query })).rejects.toMatchObject({ status: 422 })
})
