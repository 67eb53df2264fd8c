import { beforeAll, expect, it } from 'vitest'
import { insertLocators } from '../../store/activity/activity-locators.ts'
import { insertCallPayload } from '../../store/call/call-payloads.ts'
import { putLastAnswer } from '../../store/call/last-answers.ts'
import { claimLateErasures } from '../../store/erasure/late-erasures.ts'
import { insertTenantCalls } from '../../store/relay/tenant-calls.ts'
import { type Trial, trialById } from '../../store/trial/trials.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'
import { callMessageIdentity } from '../call/app-messages.ts'
import { lastAnswerIdentity, lastRequestIdentity } from '../call/last-answer-identity.ts'
import { callPayloadIdentity } from '../call/show-call-payload.ts'
import { bodyIdentity } from '../delivery/receive-event.ts'
import { sampleIdentity } from '../trial/sample-identity.ts'
import { settleTrial } from '../trial/settle-trial.ts'
import { shadowBatchIdentity } from '../trial/shadow-identity.ts'
import { eraseLate } from './erase-late.ts'

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
    // A refused call without a payload: what the app said about it names the account.
    const refused = newId('cal', at)
    const told = { kind: 'rater' as const, method: 'POST', path: '/rate', status: 422, duration_ms: 1, at }
    const sizes = { request_size: 1, answer_size: 1, request_id: newId('req', at), listing_id: listing.id }
    await db
      .insertInto('call')
      .values({
        id: refused,
        ...owner,
        ...told,
        ...sizes,
        app_message: await seal(callMessageIdentity(refused)),
      } as never)
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
  const messages = await db
    .selectFrom('call')
    .select('id')
    .where('installation_id', '=', id)
    .where('app_message', 'is not', null)
    .execute()
  return {
    payloads: await of('call_payload'),
    messages: messages.length,
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
      appMessages: 1,
      sampleCalls: 1,
      eventBodies: 1,
      lastAnswers: 0,
      trialCalls: 0,
      shadowCalls: 0,
      trialReports: 0,
      tenantCallPaths: 0,
      unreadable: 0,
    },
    subjects: [expect.stringMatching(/^[0-9a-f]{64}$/)],
  })
  const after = await left(id)
  expect(after).toMatchObject({ payloads: 1, messages: 1, samples: 1, bodies: 1 })
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

it('a row that no key opens goes with the rest and is counted, and everything else is erased as ever', async () => {
  const id = await scene([])
  const { db } = world.platform
  const damaged = Buffer.from('not what was sealed')
  const [lost] = await db.selectFrom('sample_call').select('id').where('installation_id', '=', id).execute()
  await db
    .updateTable('sample_call')
    .set({ sealed: damaged })
    .where('id', '=', lost?.id ?? '')
    .execute()
  const owner = { installation_id: id, organization_id: world.customer.id, at: world.clock.now() }
  await db
    .insertInto('shadow_batch')
    .values({ id: 'shb_lost', ...owner, release_id: 'rel', calls: 1, dropped: 0, sealed: damaged })
    .execute()
  const { rows } = await world.admin.eraseData({ params: { id }, body: { locators: ['account-2'] } })
  expect(rows).toMatchObject({ callPayloads: 1, eventBodies: 1, sampleCalls: 2, shadowCalls: 1, unreadable: 2 })
  expect(await left(id)).toMatchObject({ payloads: 1, samples: 0, bodies: 1 })
  expect(await db.selectFrom('shadow_batch').select('id').where('id', '=', 'shb_lost').execute()).toEqual([])
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

/** A request of the app to the policy system that came in at a moment. */
async function askTenant(id: string, path: string, at = world.clock.now()) {
  const facts = { listingId: 'lst_1', releaseId: 'rel_1', method: 'GET', status: 200, code: null, durationMs: 1 }
  const sizes = { requestSize: 0, answerSize: 2, requestId: newId('req', at), traceId: 'a'.repeat(32) }
  const owner = { installationId: id, organizationId: world.customer.id }
  await insertTenantCalls(world.database.pool, [{ id: newId('tcl', at), ...owner, ...facts, ...sizes, path, at }])
}

const paths = async (id: string) => {
  const query = world.platform.db.selectFrom('tenant_call').select('path').where('installation_id', '=', id)
  return (await query.orderBy('path').execute()).map(({ path }) => path)
}

it('paths of requests to the policy system lose whom they name, whole ones when everything goes, and late ones too', async () => {
  const [id, other] = [await scene([]), await scene([])]
  const came = world.clock.now()
  for (const account of ['account-1', 'account-2']) await askTenant(id, `/policy/${account}/documents`)
  await askTenant(other, '/policy/account-1')
  const erase = (locators?: string[]) => world.admin.eraseData({ params: { id }, body: locators ? { locators } : {} })
  expect((await erase(['account-1'])).rows.tenantCallPaths).toBe(1)
  expect((await erase(['account-1'])).rows.tenantCallPaths).toBe(0)
  expect(await paths(id)).toEqual(['/policy/(erased)/documents', '/policy/account-2/documents'])
  expect(await paths(other)).toEqual(['/policy/account-1'])

  await askTenant(id, '/policy/account-1', came)
  await lookLater(2)
  expect(await paths(id)).toEqual(['/policy/(erased)', '/policy/(erased)/documents', '/policy/account-2/documents'])
  expect((await erase()).rows.tenantCallPaths).toBe(3)
  expect((await erase()).rows.tenantCallPaths).toBe(0)
  expect(await paths(id)).toEqual(['/(erased)', '/(erased)', '/(erased)'])
})

it('two erasures of different accounts at once leave neither in a path that names both', async () => {
  const id = await scene([])
  for (let index = 0; index < 20; index += 1) await askTenant(id, `/${index}/account-1/account-2`)
  const erase = (locator: string) => world.admin.eraseData({ params: { id }, body: { locators: [locator] } })
  await Promise.all([erase('account-1'), erase('account-2')])
  expect((await paths(id)).filter((path) => path.includes('account'))).toEqual([])
})

/** Writes what a process held in memory while an erasure was carried out: about the account, at a moment. */
async function writeLate(id: string, account: string, at: Date) {
  const { platform, customer, database } = world
  const seal = (identity: string) => platform.vault.seal(customer.id, identity, JSON.stringify({ account }))
  const call = newId('cal', at)
  const owner = { installationId: id, organizationId: customer.id }
  await insertCallPayload(database.pool, { callId: call, ...owner, sealed: await seal(callPayloadIdentity(call)), at })
  const kept = { kind: 'rater' as const, path: '/rate', query: '', timeout_ms: 1_000, at }
  await platform.db
    .insertInto('sample_call')
    .values({
      ...{ id: call, installation_id: id, organization_id: customer.id },
      ...{ ...kept, sealed: await seal(sampleIdentity(call)) },
    })
    .execute()
  const digest = Buffer.from(call)
  const hex = digest.toString('hex')
  await putLastAnswer(database.pool, {
    ...{ ...owner, requestDigest: digest, at },
    sealed: await seal(lastAnswerIdentity(id, hex)),
    request: await seal(lastRequestIdentity(id, hex)),
  })
  const locator = { kind: 'policy' as const, locator: account, entryId: call }
  await insertLocators(database.pool, [{ ...owner, ...locator }])
}

const written = async (id: string) => {
  const count = async (table: 'call_payload' | 'sample_call' | 'last_answer' | 'activity_locator') =>
    (await world.platform.db.selectFrom(table).select('installation_id').where('installation_id', '=', id).execute())
      .length
  return [
    await count('call_payload'),
    await count('sample_call'),
    await count('last_answer'),
    await count('activity_locator'),
  ]
}

const lookLater = async (minutes: number) => {
  world.clock.advance(minutes * 60_000)
  await eraseLate(world.platform, new AbortController().signal)
}

it('what a process held in memory during an erasure and wrote later goes too; what came in afterwards stays', async () => {
  const id = await scene([])
  const came = new Date(world.clock.now().getTime() - 5_000)
  await world.admin.eraseData({ params: { id }, body: { locators: ['account-1'] } })
  await writeLate(id, 'account-1', came)
  await writeLate(id, 'account-2', came)
  world.clock.advance(1_000)
  await writeLate(id, 'account-1', world.clock.now())
  const before = await written(id)
  expect(before).toEqual([4, 4, 3, 3])
  await lookLater(2)
  expect(await written(id)).toEqual([3, 3, 2, 2])
  const [certificate] = await world.platform.db
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'installation.erase')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(certificate?.details).toMatchObject({ late: true, rows: { callPayloads: 1, sampleCalls: 1, lastAnswers: 1 } })
  expect(JSON.stringify(certificate)).not.toContain('account-1')

  // A process that was cut off from the database writes even later.
  await writeLate(id, 'account-1', came)
  await lookLater(60)
  expect(await written(id)).toEqual([3, 3, 2, 2])
  const left = await world.platform.db
    .selectFrom('late_erasure')
    .select('id')
    .where('installation_id', '=', id)
    .execute()
  expect(left).toEqual([])
})

it('after everything was erased, late rows of that time go and nothing that came in afterwards', async () => {
  const id = await scene([])
  const came = new Date(world.clock.now().getTime() - 5_000)
  await world.admin.eraseData({ params: { id }, body: {} })
  await writeLate(id, 'account-3', came)
  world.clock.advance(1_000)
  await writeLate(id, 'account-4', world.clock.now())
  await lookLater(2)
  expect(await written(id)).toEqual([1, 1, 1, 1])
})

it('of two workers that look after erasures at once, one does, and one that dies leaves it to the other', async () => {
  const id = await scene([])
  await world.admin.eraseData({ params: { id }, body: { locators: ['account-1'] } })
  const now = new Date(world.clock.now().getTime() + 120_000)
  const claim = (at: Date) => claimLateErasures(world.platform.db, { now: at, leaseMs: 60_000, limit: 100 })
  const [one, other] = await Promise.all([claim(now), claim(now)])
  expect([...one, ...other].filter(({ installationId }) => installationId === id)).toHaveLength(1)
  const later = await claim(new Date(now.getTime() + 61_000))
  expect(later.filter(({ installationId }) => installationId === id)).toHaveLength(1)
})
