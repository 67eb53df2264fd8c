import { beforeEach, describe, expect, test } from 'vitest'
import { answerIdentity } from '../../actions/delivery/delivery-parts.ts'
import { bodyIdentity } from '../../actions/delivery/receive-event.ts'
import { sealSecrets } from '../../actions/installation/stored-configuration.ts'
import { repeatKey } from '../../domain/delivery/event.ts'
import { withPrefix } from '../../lib/ids.ts'
import { putSecret } from '../../store/installation/secrets.ts'
import { testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testWorld } from '../../testing/world/world.ts'

const api = await testApi()
const { db } = api.platform
let number = 0

async function makeWorld() {
  number += 1
  const organization = await api.organization(`customer${number}`)
  const owner = await api.person({ role: 'owner', organization })
  const world = await testWorld(api, organization, owner.id)
  const viewer = await api.person({ role: 'viewer', organization })
  const installationId = world.installations ?? ''
  await db.deleteFrom('event').where('installation_id', '=', installationId).execute()
  return { organization, owner, viewer, installationId, listingId: world.listings ?? '' }
}

let world: Awaited<ReturnType<typeof makeWorld>>
beforeEach(async () => {
  world = await makeWorld()
})

async function addEvent(change: Record<string, unknown> = {}, body = '{"id":"src-1"}'): Promise<string> {
  api.clock.advance(1)
  const now = api.platform.clock.now()
  const id = newId('evt', (change.received_at as Date | undefined) ?? now)
  const sealed = await api.platform.vault.seal(world.organization.id, bodyIdentity(id), body)
  const facts = {
    installation_id: world.installationId,
    organization_id: world.organization.id,
    listing_id: world.listingId,
  }
  await db
    .insertInto('event')
    .values({
      id,
      ...facts,
      path: '/hooks',
      type: 'policy.issue',
      body: sealed,
      size: body.length,
      received_at: now,
      due_at: now,
      state: 'DELIVERED',
      ...change,
    } as never)
    .execute()
  return id
}

async function addAttempt(eventId: string, answer: string): Promise<void> {
  const id = newId('att')
  const sealed = await api.platform.vault.seal(world.organization.id, answerIdentity(id), answer)
  await db
    .insertInto('attempt')
    .values({
      organization_id: world.organization.id,
      id,
      event_id: eventId,
      number: 1,
      at: new Date(),
      duration_ms: 12,
      status: 500,
      answer: sealed,
      answer_size: answer.length,
      error: null,
      instance_id: null,
      release_id: null,
    })
    .execute()
}

const get = (path: string, authorization = world.owner.authorization) =>
  api.app.inject({ method: 'GET', url: `/api/v1${path}`, headers: { authorization } })
const post = (path: string, body?: object, authorization = world.owner.authorization) =>
  api.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { authorization },
    ...(body === undefined ? {} : { payload: body }),
  })

const list = async (query = '') =>
  (await get(`/installations/${world.installationId}/deliveries${query}`)).json().items as {
    id: string
    eventId: string
    state: string
  }[]

test('who sent an event is told to the application alone', async () => {
  const id = await addEvent({ forwarding: JSON.stringify({ for: '198.51.100.77', host: 'h', proto: 'https' }) })
  const owner = api.as(world.owner.authorization)
  const shown = [
    await owner.getDelivery({ params: { id } }),
    await owner.listDeliveries({ params: { id: world.installationId } }),
    await owner.listListingDeliveries({ params: { id: world.listingId } }),
  ]
  expect(shown[1]).toMatchObject({ items: [{ eventId: id }] })
  expect(JSON.stringify(shown)).not.toContain('198.51.100.77')
})

test('a delivery with an attempt that cannot be opened is left out of a list, and the others are shown', async () => {
  const [damaged, sound] = [await addEvent(), await addEvent()]
  for (const id of [damaged, sound]) await addAttempt(id, 'no')
  await db
    .updateTable('attempt')
    .set({ answer: Buffer.from('damaged') })
    .where('event_id', '=', damaged)
    .execute()
  expect((await list()).map(({ eventId }) => eventId)).toEqual([sound])
})

describe('a test event', () => {
  const params = () => ({ id: world.installationId })
  const declare = (platform: object) =>
    db
      .updateTable('release')
      .set({ manifest: JSON.stringify({ name: 'acme/app', version: '1.0.0', platform }) } as never)
      .where('listing_id', '=', world.listingId)
      .execute()

  test('waits in line like one of the policy system, and is on record', async () => {
    await declare({ webhooks: [{ path: '/hooks', events: ['policy.issue'] }] })
    await db.updateTable('installation').set({ state: 'RUNNING' }).where('id', '=', world.installationId).execute()
    const owner = api.as(world.owner.authorization)
    const sent = await owner.sendTestEvent({ params: params(), body: { policyLocator: 'P-7' } })
    expect(sent).toMatchObject({ type: 'policy.issue', path: '/hooks' })
    expect(await list('?state=WAITING')).toMatchObject([{ id: sent.deliveryId, type: 'policy.issue', attemptCount: 0 }])
    const payload = (await get(`/deliveries/${sent.deliveryId}/payload`)).json()
    expect(payload).toMatchObject({ username: 'mkt-test', type: 'policy.issue', data: { policyLocator: 'P-7' } })
    const { items } = await owner.listAudit({ params: { org: world.organization.id } })
    expect(items.map(({ action }) => action)).toContain('delivery.test')
    await expect(owner.sendTestEvent({ params: params(), body: { type: 'claim.open' } })).rejects.toMatchObject({
      code: 'illegal_move',
    })
  })

  test('goes to running installations only, and is refused to people who only read', async () => {
    await declare({ webhooks: [{ path: '/hooks', events: ['policy.issue'] }] })
    await db.updateTable('installation').set({ state: 'STOPPED' }).where('id', '=', world.installationId).execute()
    await expect(api.as(world.owner.authorization).sendTestEvent({ params: params() })).rejects.toMatchObject({
      code: 'illegal_move',
    })
    await expect(api.as(world.viewer.authorization).sendTestEvent({ params: params() })).rejects.toMatchObject({
      status: 403,
    })
    expect(await list('')).toEqual([])
  })
})

describe('searching deliveries', () => {
  test('by state, type, time, our id and the id of the policy system', async () => {
    const old = await addEvent({ received_at: new Date('2026-01-01T00:00:00Z') })
    const dead = await addEvent({ state: 'DEAD', reason: 'rejected' })
    const other = await addEvent({ type: 'claim.open', repeat_key: repeatKey('src-9') })
    const ids = async (query: string) => (await list(query)).map((row) => row.eventId)
    expect(await ids('')).toEqual([other, dead, old])
    expect(await ids('?state=DEAD')).toEqual([dead])
    expect(await ids('?type=claim.open')).toEqual([other])
    expect(await ids('?to=2026-01-02T00:00:00Z')).toEqual([old])
    expect(await ids('?eventId=src-9')).toEqual([other])
    expect(await ids(`?eventId=${dead}`)).toEqual([dead])
    expect(await ids('?limit=1')).toEqual([other])
  })

  test('a waiting delivery of a paused route is shown as paused', async () => {
    const waiting = await addEvent({ state: 'WAITING' })
    expect(await list('?state=WAITING')).toMatchObject([{ eventId: waiting, state: 'WAITING' }])
    await db
      .insertInto('route_health')
      .values({ installation_id: world.installationId, paused_at: new Date(), pause_reason: 'failing' })
      .execute()
    expect(await list('?state=WAITING')).toEqual([])
    expect(await list('?state=PAUSED')).toMatchObject([{ eventId: waiting, state: 'PAUSED', nextAttemptAt: null }])
    const summary = (await get(`/installations/${world.installationId}/deliveries/summary`)).json()
    expect(summary).toMatchObject({ waiting: 1, dead: 0, paused: { reason: 'failing', paths: [] } })
  })

  test('of a path that answered 410 the waiting deliveries are shown as paused, those of other paths as waiting', async () => {
    const paused = await addEvent({ state: 'WAITING', path: '/gone' })
    const waiting = await addEvent({ state: 'WAITING', path: '/hook' })
    const at = '2026-01-10T12:00:00.000Z'
    await db
      .insertInto('route_health')
      .values({
        installation_id: world.installationId,
        gone_paths: JSON.stringify({ '/gone': { at, releaseId: 'r' } }),
      })
      .execute()
    expect(await list('?state=PAUSED')).toMatchObject([{ eventId: paused, state: 'PAUSED', nextAttemptAt: null }])
    expect(await list('?state=WAITING')).toMatchObject([{ eventId: waiting, state: 'WAITING' }])
    const summary = (await get(`/installations/${world.installationId}/deliveries/summary`)).json()
    expect(summary.paused).toEqual({ at, reason: 'gone', probeAt: null, paths: ['/gone'] })
  })
})

describe('what is shown', () => {
  test('the payload byte for byte, to those who run the installation and to nobody else', async () => {
    const id = await addEvent({}, '{"exact":  "bytes"}')
    const path = `/deliveries/${withPrefix('dlv', id)}/payload`
    const answer = await get(path)
    expect([answer.statusCode, answer.body]).toEqual([200, '{"exact":  "bytes"}'])
    expect(answer.headers['content-type']).toBe('application/octet-stream')
    expect((await get(path, world.viewer.authorization)).statusCode).toBe(403)
    const operator = await api.person({ platformRole: 'operator' })
    expect((await get(path, operator.authorization)).statusCode).toBe(403)
    const stranger = await api.person({ role: 'owner', organization: await api.organization(`stranger${number}`) })
    expect((await get(path, stranger.authorization)).statusCode).toBe(404)
  })

  test("an application's answer with the installation's own secrets hidden; viewers see none", async () => {
    const [secret] = await sealSecrets(
      api.platform,
      { id: world.installationId, organizationId: world.organization.id },
      { token: 'hunter2-hunter2' },
    )
    if (secret) await putSecret(db, world.installationId, secret)
    const id = await addEvent({ state: 'DEAD' })
    await addAttempt(id, 'wrong token hunter2-hunter2!')
    const shown = (await get(`/deliveries/${id}`)).json()
    expect(shown).toMatchObject({
      id: withPrefix('dlv', id),
      eventId: id,
      state: 'DEAD',
      attempts: [{ status: 500, answer: 'wrong token [secret]!' }],
    })
    expect((await get(`/deliveries/${id}`, world.viewer.authorization)).json().attempts).toMatchObject([
      { status: 500, answer: null },
    ])
  })

  test('publishers see status, time and sizes of deliveries, never payloads or attempts', async () => {
    await addEvent()
    const [item] = (await get(`/listings/${world.listingId}/deliveries`)).json().items
    expect(item).toMatchObject({ state: 'DELIVERED', size: 14 })
    expect(Object.keys(item)).not.toContain('attempts')
    expect(Object.keys(item)).not.toContain('installationId')
  })
})

describe('replay and resume', () => {
  const stateOf = async (id: string) =>
    (await db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).state

  test('one delivery, whatever became of it', async () => {
    const id = await addEvent({ attempt_count: 3, step: 3 })
    const answer = await post(`/deliveries/${withPrefix('dlv', id)}/replay`)
    expect([answer.statusCode, answer.json()]).toEqual([202, { count: 1 }])
    const row = await db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'WAITING', step: 0, attempt_count: 3 })
  })

  test('all dead letters, and no others', async () => {
    const [dead, delivered] = [await addEvent({ state: 'DEAD' }), await addEvent()]
    const answer = await post(`/installations/${world.installationId}/deliveries/replay`, {})
    expect(answer.json()).toEqual({ count: 1 })
    expect([await stateOf(dead), await stateOf(delivered)]).toEqual(['WAITING', 'DELIVERED'])
  })

  test('a range, successes too', async () => {
    const inside = await addEvent({ received_at: new Date('2026-01-05T00:00:00Z') })
    const outside = await addEvent()
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
    expect((await post(`/installations/${world.installationId}/deliveries/replay`, range)).json()).toEqual({ count: 1 })
    expect([await stateOf(inside), await stateOf(outside)]).toEqual(['WAITING', 'DELIVERED'])
  })

  test('a delivery whose payload is no longer kept cannot be sent again', async () => {
    const id = await addEvent({ body: null })
    const answer = await post(`/deliveries/${id}/replay`)
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'payload_gone'])
  })

  test('nothing is sent to an uninstalled installation', async () => {
    const id = await addEvent({ state: 'DEAD' })
    await db.updateTable('installation').set({ state: 'UNINSTALLED' }).where('id', '=', world.installationId).execute()
    expect((await post(`/deliveries/${id}/replay`)).json().code).toBe('illegal_move')
  })

  test('resume ends the pause and makes everything due now', async () => {
    const id = await addEvent({ state: 'WAITING', due_at: new Date(Date.now() + 86_400_000) })
    await db
      .insertInto('route_health')
      .values({
        installation_id: world.installationId,
        gone_paths: JSON.stringify({ '/hook': { at: new Date(), releaseId: 'r' } }),
      })
      .execute()
    const answer = await post(`/installations/${world.installationId}/deliveries/resume`)
    expect([answer.statusCode, answer.json()]).toEqual([202, { count: 1 }])
    expect(await list()).toMatchObject([{ eventId: id, state: 'WAITING' }])
    const row = await db.selectFrom('event').select('due_at').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.due_at.getTime()).toBeLessThan(Date.now() + 60_000)
  })
})
