import { beforeAll, expect, it } from 'vitest'
import { type Trial, trialById } from '../../store/trial/trials.ts'
import { type LaunchWorld, launchWorld } from '../../testing/launch-world.ts'
import { newId } from '../../testing/new-id.ts'
import { lastAnswerIdentity, lastRequestIdentity } from '../call/last-answer-identity.ts'
import { callPayloadIdentity } from '../call/show-call-payload.ts'
import { bodyIdentity } from '../delivery/receive-event.ts'
import { sampleIdentity } from '../trial/sample-identity.ts'
import { settleTrial } from '../trial/settle-trial.ts'
import { shadowBatchIdentity } from '../trial/shadow-identity.ts'

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

it('a last answer goes when its request names the account, and one whose request is not known goes too', async () => {
  const id = await scene([])
  const { db, vault } = world.platform
  const put = async (digest: Buffer, account: string | null) => {
    const hex = digest.toString('hex')
    const owner = { installation_id: id, organization_id: world.customer.id, at: world.clock.now() }
    const seal = (identity: string, text: string) => vault.seal(world.customer.id, identity, text)
    const sealed = await seal(lastAnswerIdentity(id, hex), '{"premium":1}')
    const request = account === null ? null : await seal(lastRequestIdentity(id, hex), JSON.stringify({ account }))
    await db
      .insertInto('last_answer')
      .values({ ...owner, request_digest: digest, sealed, request })
      .execute()
  }
  await put(Buffer.of(1), 'account-1')
  await put(Buffer.of(2), 'account-2')
  await put(Buffer.of(3), null)
  const { rows } = await world.admin.eraseData({ params: { id }, body: { locators: ['account-1'] } })
  expect(rows.lastAnswers).toBe(2)
  const kept = await db.selectFrom('last_answer').select('request_digest').where('installation_id', '=', id).execute()
  expect(kept).toEqual([{ request_digest: Buffer.of(2) }])
})

it('a trial that runs with calls that were erased ends, and what it would write about them is not kept', async () => {
  const id = await scene([])
  const { db, clock } = world.platform
  const { listing_id, release_id } = await db
    .selectFrom('installation')
    .select(['listing_id', 'release_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const trial = async (state: 'RUNNING' | 'WAITING') => {
    const trialId = newId('tri')
    const of = { organization_id: world.customer.id, listing_id, installation_id: id, release_id }
    const lease = state === 'RUNNING' ? { lease_owner: 'wrk_1', lease_until: clock.now() } : {}
    const facts = {
      baseline_release_id: release_id,
      sample: 'pinned' as const,
      open_egress: false,
      gates: '{}',
      calls: 2,
    }
    await db
      .insertInto('trial')
      .values({ id: trialId, ...of, ...lease, ...facts, state, created_by: 'a', created_at: clock.now() })
      .execute()
    return trialId
  }
  const [running, waiting] = [await trial('RUNNING'), await trial('WAITING')]
  await world.admin.eraseData({ params: { id }, body: { locators: ['account-3'] } })
  const stateOf = async (trialId: string) => (await world.admin.getTrial({ params: { id: trialId } })).state
  expect(await stateOf(running)).toBe('RUNNING')
  const begun = await trialById(db, running)
  await world.admin.eraseData({ params: { id }, body: { locators: ['account-1'] } })
  expect([await stateOf(running), await stateOf(waiting)]).toEqual(['FAILED', 'WAITING'])
  const none = { failedGates: [], publisherReport: {} as never, report: Buffer.of(1), done: 2 }
  const examples = [{ callId: 'cal_1', sealed: Buffer.of(1) }]
  await settleTrial(world.platform, 'wrk_1', begun as Trial, { state: 'DONE', ...none, examples })
  expect(await stateOf(running)).toBe('FAILED')
  expect(await db.selectFrom('trial_call').select('call_id').where('trial_id', '=', running).execute()).toEqual([])
})

it('two erasures of different accounts at once leave neither in what a shadow keeps', async () => {
  const id = await scene([])
  const { db, vault, clock } = world.platform
  const calls = ['account-1', 'account-2', 'account-3'].map((account) => ({ id: account, subjects: [account] }))
  for (let index = 0; index < 5; index += 1) {
    const batch = newId('shb')
    const sealed = await vault.seal(world.customer.id, shadowBatchIdentity(batch), JSON.stringify(calls))
    const of = { installation_id: id, release_id: 'rel_2', organization_id: world.customer.id }
    await db
      .insertInto('shadow_batch')
      .values({ id: batch, ...of, calls: 3, dropped: 0, sealed, at: clock.now() })
      .execute()
  }
  const erase = (locator: string) => world.admin.eraseData({ params: { id }, body: { locators: [locator] } })
  const certificates = await Promise.all([erase('account-1'), erase('account-2')])
  expect(certificates.map(({ rows }) => rows.shadowCalls)).toEqual([5, 5])
  const left = await db.selectFrom('shadow_batch').selectAll().where('installation_id', '=', id).execute()
  expect(left.map((batch) => batch.calls)).toEqual([1, 1, 1, 1, 1])
  for (const { id: batch, sealed } of left) {
    const text = await vault.open(world.customer.id, shadowBatchIdentity(batch), sealed)
    expect(JSON.parse(text.toString())).toEqual([calls[2]])
  }
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
