import { formatMappingPath } from '@mkt/sdk'
import { beforeAll, expect, it } from 'vitest'
import { callPayloadIdentity } from '../../actions/call/show-call-payload.ts'
import type { Runner } from '../../actions/deployment/runner.ts'
import { careForShadows } from '../../actions/trial/care-for-shadows.ts'
import { readSample } from '../../actions/trial/read-sample.ts'
import { sampleIdentity } from '../../actions/trial/sample-identity.ts'
import { shadowBatchIdentity } from '../../actions/trial/shadow-identity.ts'
import { careTimes } from '../../domain/deployment/health.ts'
import { compareCall } from '../../domain/trial/compared-call.ts'
import type { SampleSelection } from '../../domain/trial/sample-selection.ts'
import { installationById } from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import { insertShadowBatch } from '../../store/trial/shadows.ts'
import { leaseTrials } from '../../store/trial/trials.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { fakeEngine } from '../../testing/rollout/fake-engine.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld()
})

async function launched() {
  const listing = await world.listing({ platform: { externalRaters: [{ name: 'table', path: '/rate' }] } })
  const body = { listingId: listing.id, tenantId: world.tenantId, settings: {} }
  const { id } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
  await world.reach(id, 'RUNNING')
  return {
    id,
    listingId: listing.id,
    releaseId: listing.releaseId,
    next: await world.release(listing.id, { version: '1.1.0' }, false),
  }
}

/** One rater call, priced 100 by the current release and more by the shadow. */
function compared(policy: string, holder: string, after: number) {
  const perils = [{ name: 'theft', characteristics: [{ locator: 'part' }] }]
  const request = {
    operation: 'renewal',
    policy: {
      locator: policy,
      policyholderLocator: holder,
      productName: 'auto',
      exposures: [{ name: 'vehicle', perils }],
    },
  }
  const answered = (premium: number) => ({
    answer: Buffer.from(JSON.stringify({ pricedPerilCharacteristics: { part: { premium } } })),
    failure: null,
    durationMs: 5,
  })
  const call = { id: newId('cal'), kind: 'rater' as const, request: Buffer.from(JSON.stringify(request)) }
  return compareCall(call, { before: answered(100), again: null, after: answered(after) })
}

it('a shadow has a container of its own as long as somebody wants it, and a report over the live calls', async () => {
  const { platform, admin } = world
  const { id, next } = await launched()
  const engine = fakeEngine()
  const runner = {
    ...{ engine, holder: newId('wrk'), refusal: null, times: { ...careTimes, probeStartingMs: 1 } },
    probeHealth: async () => ({ well: true }),
    imageOf: async () => ({}) as never,
  } as unknown as Runner
  const care = () => careForShadows(platform, runner, new AbortController().signal)
  const shadow = () => admin.getShadow({ params: { id } })

  expect(await shadow()).toMatchObject({ release: null, running: false, report: null })
  await admin.changeInstallation({ params: { id }, body: { shadowReleaseId: next } })
  await care()
  expect([...engine.instances.values()].map(({ spec }) => spec.version)).toEqual(['1.1.0'])
  expect(await shadow()).toMatchObject({ release: { version: '1.1.0' }, running: true, calls: 0, report: null })

  const calls = [compared('policy-1', 'holder-1', 107), compared('policy-2', 'holder-2', 100)]
  const at = platform.clock.now()
  const batch = newId('shb', at)
  const organizationId = world.customer.id
  const sealed = await platform.vault.seal(organizationId, shadowBatchIdentity(batch), JSON.stringify(calls))
  const counts = { calls: calls.length, dropped: 3 }
  await insertShadowBatch(world.database.pool, {
    ...{ id: batch, installationId: id, releaseId: next, organizationId, sealed, at },
    ...counts,
  })
  expect(await shadow()).toMatchObject({
    ...counts,
    report: { compared: 2, total: { before: 200, after: 207, percent: 3.5 }, increases: [{ percent: 7 }] },
  })

  // Erasing a holder takes the calls about them out of what the shadow keeps.
  const { rows } = await admin.eraseData({ params: { id }, body: { locators: ['holder-1'] } })
  expect(rows).toMatchObject({ shadowCalls: 1 })
  expect(await shadow()).toMatchObject({ calls: 1, report: { increases: [] } })
  expect((await admin.eraseData({ params: { id }, body: {} })).rows).toMatchObject({ shadowCalls: 1 })
  expect(await shadow()).toMatchObject({ calls: 0, report: null })

  await admin.changeInstallation({ params: { id }, body: { shadowReleaseId: null } })
  await care()
  expect(engine.instances.size).toBe(0)
  expect(await shadow()).toMatchObject({ release: null })
})

it('recorded calls are a sample too: whole requests in order, with the time limit of their path', async () => {
  const { platform } = world
  const { id, listingId, releaseId } = await launched()
  const owner = { installation_id: id, organization_id: world.customer.id }
  const at = platform.clock.now()
  async function record(request: string, requestCut = false): Promise<void> {
    const call = newId('cal', platform.clock.now())
    const facts = { kind: 'rater' as const, method: 'POST', path: '/rate', status: 200, duration_ms: 1, at }
    const sizes = { request_size: request.length, answer_size: 2, request_id: newId('req', at) }
    await platform.db
      .insertInto('call')
      .values({ id: call, ...owner, ...facts, ...sizes, listing_id: listingId } as never)
      .execute()
    const text = JSON.stringify({ request, requestCut, answer: '{}', cut: requestCut })
    const sealed = await platform.vault.seal(world.customer.id, callPayloadIdentity(call), text)
    await platform.db
      .insertInto('call_payload')
      .values({ call_id: call, ...owner, sealed, at })
      .execute()
  }
  await record('{"first":1}')
  await record('{"cut', true)
  await record('{"last":1}')
  const [installation, release] = [await installationById(platform.db, id), await releaseById(platform.db, releaseId)]
  if (!installation || !release) throw new Error('gone')
  const found = []
  for await (const call of readSample(platform, installation, release, 'recordings')) found.push(call)
  expect(found.map(({ request }) => request.toString()).sort()).toEqual(['{"first":1}', '{"last":1}'])
  expect(found[0]).toMatchObject({ kind: 'rater', path: '/rate', timeoutMs: expect.any(Number) })
})

it('an app whose autofill covers no product says so on the installation, until a product is mapped', async () => {
  const listing = await world.listing({
    platform: {
      autofill: [{ path: '/fill', operations: ['*.*'] }],
      fields: [{ name: 'value', title: 'Value' }],
    },
  } as never)
  const body = { listingId: listing.id, tenantId: world.tenantId, settings: {} }
  const { id, warnings } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
  expect(warnings).toEqual([expect.stringContaining('(autofill.covers-nothing)')])
  await world.reach(id, 'RUNNING')
  const shown = async () => (await world.admin.getInstallation({ params: { id } })).warnings
  expect(await shown()).toEqual(warnings)
  const place = { variant: 'connected', level: 'exposure', product: 'personal-auto', exposure: 'vehicle' } as const
  const value = formatMappingPath({ ...place, field: 'vehicle_value' })
  const mappings = [{ productName: 'personal-auto', fields: { value } }]
  await world.admin.putConfiguration({ params: { id }, body: { settings: {}, mappings } })
  await world.reach(id, 'RUNNING')
  expect(await shown()).toEqual([])
})

it('an installation has a limited number of queued and running trials, and organizations take turns', async () => {
  const { db, clock } = world.platform
  const { id, listingId, releaseId, next } = await launched()
  const other = await launched()
  const of = { listing_id: listingId, installation_id: id, release_id: next, baseline_release_id: releaseId }
  const facts = { sample: 'recordings' as const, open_egress: false, gates: '{}', calls: 1, created_by: 'somebody' }
  const put = async (organizationId: string, afterMs: number) => {
    const trial = newId('tri', new Date(clock.now().getTime() + afterMs))
    const row = { id: trial, organization_id: organizationId, state: 'WAITING' as const, created_at: clock.now() }
    await db
      .insertInto('trial')
      .values({ ...row, ...of, ...facts })
      .execute()
    return trial
  }
  const own = [await put(world.customer.id, 0), await put(world.customer.id, 1), await put(world.customer.id, 2)]
  const theirs = await put(world.publisher.id, 3)
  const until = new Date(clock.now().getTime() + 60_000)
  const lease = () => leaseTrials(db, 'wrk_1', clock.now(), until, 1)
  expect(await lease()).toEqual([own[0]])
  expect(await lease()).toEqual([theirs])
  expect(await lease()).toEqual([own[1]])

  await keep(id)
  const create = (releaseId: string, installationId: string) =>
    world.admin.createTrial({ params: { id: releaseId }, body: { installationId } })
  const made = await Promise.allSettled([create(next, id), create(next, id)])
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(create(next, id)).rejects.toMatchObject({ code: 'quota_exceeded' })
  await keep(other.id)
  await expect(create(other.next, other.id)).resolves.toMatchObject({ state: 'WAITING' })
})

/** Puts a call into the sample of an installation. */
async function keep(installationId: string): Promise<void> {
  const owner = { installation_id: installationId, organization_id: world.customer.id }
  const kept = { kind: 'rater' as const, path: '/rate', query: '', timeout_ms: 1_000, sealed: Buffer.of(1) }
  await world.platform.db
    .insertInto('sample_call')
    .values({ id: newId('cal'), ...owner, ...kept, at: world.clock.now() })
    .execute()
}

it('a trial takes the calls that were asked for: by time, by policy, and at most so many', async () => {
  const { platform } = world
  const { id, releaseId, next } = await launched()
  const [installation, release] = [await installationById(platform.db, id), await releaseById(platform.db, releaseId)]
  if (!installation || !release) throw new Error('gone')
  const day = (date: number) => new Date(Date.UTC(2026, 0, date))
  for (const date of [1, 2, 3, 4]) {
    const call = newId('cal', day(date))
    const request = JSON.stringify({ policy: { locator: `policy-${date % 2}` }, date })
    const sealed = await platform.vault.seal(world.customer.id, sampleIdentity(call), request)
    const owner = { installation_id: id, organization_id: world.customer.id }
    const kept = { kind: 'rater' as const, path: '/rate', query: '', timeout_ms: 1_000, sealed, at: day(date) }
    await platform.db
      .insertInto('sample_call')
      .values({ id: call, ...owner, ...kept })
      .execute()
  }
  const taken = async (only: SampleSelection) => {
    const found: number[] = []
    for await (const { request } of readSample(platform, installation, release, 'pinned', only))
      found.push(JSON.parse(request.toString()).date)
    return found
  }
  expect(await taken({})).toEqual([1, 2, 3, 4])
  expect(await taken({ from: day(2).toISOString(), to: day(4).toISOString() })).toEqual([2, 3])
  expect(await taken({ policies: ['policy-1'] })).toEqual([1, 3])
  expect(await taken({ policies: ['policy-1'], maxCalls: 1 })).toEqual([1])

  const create = (only: object) =>
    world.admin.createTrial({ params: { id: next }, body: { installationId: id, only } as never })
  const only = { from: day(2).toISOString(), maxCalls: 2 }
  expect(await create(only)).toMatchObject({ only, calls: 2, sample: 'pinned' })
  await expect(create({ from: day(9).toISOString() })).rejects.toMatchObject({
    code: 'sample_empty',
    message: expect.stringContaining('no calls of that time'),
  })
  await expect(create({ maxCalls: 5_001 })).rejects.toMatchObject({ code: 'request_invalid' })
})

it("policies that a trial takes are the customer's: a publisher neither chooses nor reads them, and an erasure takes them out", async () => {
  const { id, next } = await launched()
  await keep(id)
  const asked = (only: object) => ({ params: { id: next }, body: { installationId: id, only } as never })
  const policies = ['policy-1', 'policy-2']
  const trial = await world.admin.createTrial(asked({ policies, maxCalls: 3 }))
  const only = async (client: typeof world.admin) => (await client.getTrial({ params: { id: trial.id } })).only
  expect([trial.only, await only(world.admin)]).toEqual([
    { policies, maxCalls: 3 },
    { policies, maxCalls: 3 },
  ])
  expect((await world.admin.listTrials({ params: { id } })).items.map((one) => one.only.policies)).toEqual([policies])

  await expect(world.developer.createTrial(asked({ policies }))).rejects.toMatchObject({ code: 'forbidden' })
  expect(await world.developer.createTrial(asked({ maxCalls: 1 }))).toMatchObject({ only: { maxCalls: 1 } })
  expect(await only(world.developer)).toEqual({ maxCalls: 3 })
  const seen = await world.developer.listReleaseTrials({ params: { id: next } })
  expect(JSON.stringify(seen)).not.toContain('policy-1')

  // The call that was kept above is not sealed, so an erasure could not look into it.
  await world.platform.db.deleteFrom('sample_call').where('installation_id', '=', id).execute()
  await world.admin.eraseData({ params: { id }, body: { locators: ['policy-1'] } })
  expect(await only(world.admin)).toEqual({ policies: ['(erased)', 'policy-2'], maxCalls: 3 })
  await world.admin.eraseData({ params: { id }, body: {} })
  expect(await only(world.admin)).toEqual({ policies: ['(erased)', '(erased)'], maxCalls: 3 })
})

it('the report of a shadow is over its latest 5,000 calls, however many batches they are in', async () => {
  const { platform } = world
  const { id, next } = await launched()
  await world.admin.changeInstallation({ params: { id }, body: { shadowReleaseId: next } })
  const organizationId = world.customer.id
  const one = JSON.stringify([compared('policy-1', 'holder-1', 107)])
  const batches = 2_100
  const rows = await Promise.all(
    Array.from({ length: batches }, async (_, index) => {
      const at = new Date(platform.clock.now().getTime() - (batches - index) * 1_000)
      const batch = newId('shb', at)
      const sealed = await platform.vault.seal(organizationId, shadowBatchIdentity(batch), one)
      const owner = { installation_id: id, release_id: next, organization_id: organizationId }
      return { id: batch, ...owner, calls: 1, dropped: 1, sealed, at }
    }),
  )
  for (let from = 0; from < batches; from += 500)
    await platform.db
      .insertInto('shadow_batch')
      .values(rows.slice(from, from + 500))
      .execute()
  const { report, since, ...shadow } = await world.admin.getShadow({ params: { id } })
  expect(shadow).toMatchObject({ calls: batches, dropped: batches })
  expect(since).toBe(rows[0]?.at.toISOString())
  expect(report?.compared).toBe(batches)
})
