import { beforeAll, expect, it } from 'vitest'
import { type LaunchWorld, launchWorld } from '../../testing/launch-world.ts'
import { newId } from '../../testing/new-id.ts'
import { callPayloadIdentity } from '../call/show-call-payload.ts'
import { bodyIdentity } from '../delivery/receive-event.ts'
import { sampleIdentity } from '../trial/sample-identity.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld()
})

/** A running installation with two recorded calls, two calls of a sample and two events: one of each names the account. */
async function scene(lifecycle: unknown[]) {
  const { platform, customer } = world
  const { db, vault } = platform
  const listing = await world.listing({ platform: { lifecycle } } as never)
  const body = { listingId: listing.id, tenantId: world.tenantId, settings: {} }
  const { id } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
  await world.reach(id, 'RUNNING')
  const at = platform.clock.now()
  for (const account of ['account-1', 'account-2']) {
    const text = JSON.stringify({ account })
    const call = newId('cal', at)
    const seal = (identity: string) => vault.seal(customer.id, identity, text)
    const owner = { installation_id: id, organization_id: customer.id }
    await db
      .insertInto('call_payload')
      .values({ call_id: call, ...owner, sealed: await seal(callPayloadIdentity(call)), at })
      .execute()
    const kept = { kind: 'rater' as const, path: '/rate', query: '', timeout_ms: 1_000, at }
    await db
      .insertInto('sample_call')
      .values({ id: call, ...owner, ...kept, sealed: await seal(sampleIdentity(call)) })
      .execute()
    const event = newId('evt', at)
    const facts = {
      listing_id: listing.id,
      path: '/hook',
      size: 1,
      received_at: at,
      due_at: at,
      state: 'WAITING' as const,
    }
    await db
      .insertInto('event')
      .values({ id: event, ...owner, ...facts, body: await seal(bodyIdentity(event)) })
      .execute()
  }
  return id
}

const left = async (id: string) => {
  const { db } = world.platform
  const of = async (table: 'call_payload' | 'sample_call') =>
    (await db.selectFrom(table).select('installation_id').where('installation_id', '=', id).execute()).length
  const events = await db
    .selectFrom('event')
    .select(['body', 'state', 'reason'])
    .where('installation_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    payloads: await of('call_payload'),
    samples: await of('sample_call'),
    bodies: events.filter(({ body }) => body !== null).length,
    events,
  }
}

it('purges what names an account, tells the app whom to forget, and leaves a certificate without the name', async () => {
  const id = await scene([{ hook: 'erase', path: '/erase' }])
  const certificate = await world.admin.eraseData({ params: { id }, body: { locators: ['account-1'] } })
  expect(certificate).toMatchObject({
    app: 'told',
    rows: {
      callPayloads: 1,
      sampleCalls: 1,
      eventBodies: 1,
      lastAnswers: 0,
      trialCalls: 0,
      shadowCalls: 0,
      trialReports: 0,
    },
    subjects: [expect.stringMatching(/^[0-9a-f]{64}$/)],
  })
  const after = await left(id)
  expect(after).toMatchObject({ payloads: 1, samples: 1, bodies: 1 })
  expect(after.events.find(({ body }) => body === null)).toMatchObject({ state: 'DEAD', reason: 'erased' })
  const told = world.server.seen.findLast(({ url }) => url === '/erase')
  expect(JSON.parse(told?.body.toString() ?? '')).toMatchObject({ hook: 'erase', locators: ['account-1'] })
  const audit = await world.platform.db
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'installation.erase')
    .execute()
  expect(audit).toHaveLength(1)
  expect(JSON.stringify(audit)).not.toContain('account-1')
})

it('without locators everything that was recorded goes, and an app without the hook is not asked', async () => {
  const id = await scene([])
  const certificate = await world.admin.eraseData({ params: { id }, body: {} })
  expect(certificate).toMatchObject({
    app: 'no-hook',
    subjects: [],
    rows: { callPayloads: 2, sampleCalls: 2, eventBodies: 2 },
  })
  expect(await left(id)).toMatchObject({ payloads: 0, samples: 0, bodies: 0 })
  await expect(world.viewer.eraseData({ params: { id }, body: {} })).rejects.toMatchObject({ code: 'forbidden' })
})
