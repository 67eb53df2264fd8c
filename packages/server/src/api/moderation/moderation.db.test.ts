import { operations } from '@mkt/contract/api'
import { listingMachine, listingStates, moved } from '@mkt/contract/states'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testListings } from '../../testing/world/listings.ts'

type Client = ReturnType<TestApi['as']>
let api: TestApi
let make: ReturnType<typeof testListings>
let acme: Organization
let northwind: Organization
let admin: Client
let developer: Client
let moderator: Client
let customer: Client

beforeAll(async () => {
  api = await testApi()
  make = testListings(api)
  acme = await api.organization('acme')
  northwind = await api.organization('northwind')
  admin = api.as((await api.person({ role: 'admin', organization: acme })).authorization)
  developer = api.as((await api.person({ role: 'developer', organization: acme })).authorization)
  moderator = api.as((await api.person({ platformRole: 'moderator' })).authorization)
  customer = api.as((await api.person({ role: 'owner', organization: northwind })).authorization)
})

const stateOf = async (id: string) => (await admin.getListing({ params: { id } })).state

describe('a review', () => {
  it('needs a release, by default takes the LIVE one, and only one is open at a time', async () => {
    const id = await make.listing(acme, 'DRAFT')
    await expect(developer.openReview({ params: { id }, body: {} })).rejects.toMatchObject({
      status: 409,
      code: 'no_release',
    })
    await make.release(id, '1.0.0')
    const live = await make.release(id, '1.1.0')
    const review = await developer.openReview({ params: { id }, body: {} })
    expect(review).toMatchObject({ state: 'OPEN', release: { id: live, version: '1.1.0' } })
    await expect(developer.openReview({ params: { id }, body: {} })).rejects.toMatchObject({ code: 'review_open' })
  })

  it('is opened without any body, and of no release of another listing', async () => {
    const id = await make.listing(acme, 'DRAFT')
    await make.release(id, '1.0.0')
    const foreign = await make.release(await make.listing(acme, 'DRAFT'), '1.0.0')
    await expect(developer.openReview({ params: { id }, body: { releaseId: foreign } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await developer.openReview({ params: { id }, body: undefined })).toMatchObject({ state: 'OPEN' })
  })

  it('that is approved approves its release and moves a DRAFT listing to VERIFIED', async () => {
    const id = await make.listing(acme, 'DRAFT')
    const releaseId = await make.release(id, '1.0.0')
    const review = await developer.openReview({ params: { id }, body: {} })
    expect(await stateOf(id)).toBe('DRAFT')
    const approved = await moderator.approveReview({ params: { id: review.id }, body: { reason: 'Fine.' } })
    expect(approved).toMatchObject({ state: 'APPROVED', reason: 'Fine.' })
    expect(await stateOf(id)).toBe('VERIFIED')
    expect(await developer.getRelease({ params: { id: releaseId } })).toMatchObject({ approved: true })
  })

  it('that asks for changes or is withdrawn leaves the listing in DRAFT, and another one can be opened', async () => {
    const id = await make.listing(acme, 'DRAFT')
    await make.release(id, '1.0.0')
    const first = await developer.openReview({ params: { id }, body: {} })
    const asked = await moderator.requestChanges({ params: { id: first.id }, body: { reason: 'Say more.' } })
    expect(asked.state).toBe('CHANGES_REQUESTED')
    const second = await developer.openReview({ params: { id }, body: {} })
    expect(await developer.withdrawReview({ params: { id: second.id } })).toMatchObject({ state: 'WITHDRAWN' })
    expect(await stateOf(id)).toBe('DRAFT')
    expect(await developer.openReview({ params: { id }, body: {} })).toMatchObject({ state: 'OPEN' })
  })

  it('is decided with a reason only, which is kept and told to the publisher', async () => {
    const id = await make.listing(acme, 'DRAFT')
    await make.release(id, '1.0.0')
    const review = await developer.openReview({ params: { id }, body: {} })
    const params = { id: review.id }
    const missing = { status: 422, code: 'request_invalid', problems: [{ pointer: '/reason' }] }
    for (const body of [undefined, {}, { reason: '' }, { reason: ' \n ' }] as never[]) {
      await expect(moderator.approveReview({ params, body })).rejects.toMatchObject(missing)
      await expect(moderator.requestChanges({ params, body })).rejects.toMatchObject(missing)
    }
    expect(await stateOf(id)).toBe('DRAFT')
    const approved = await moderator.approveReview({ params, body: { reason: 'It asks for little.' } })
    expect(approved).toMatchObject({ state: 'APPROVED', reason: 'It asks for little.' })
    const { items } = await developer.listNotifications({})
    expect(items[0]).toMatchObject({ kind: 'review.answered', text: 'It asks for little.' })
  })

  it('once decided takes no other decision', async () => {
    const id = await make.listing(acme, 'DRAFT')
    await make.release(id, '1.0.0')
    const { id: review } = await developer.openReview({ params: { id }, body: {} })
    await moderator.approveReview({ params: { id: review }, body: { reason: 'Fine.' } })
    const illegal = { status: 409, code: 'illegal_move' }
    await expect(moderator.approveReview({ params: { id: review }, body: { reason: 'Fine.' } })).rejects.toMatchObject(
      illegal,
    )
    await expect(moderator.requestChanges({ params: { id: review }, body: { reason: 'No.' } })).rejects.toMatchObject(
      illegal,
    )
    await expect(developer.withdrawReview({ params: { id: review } })).rejects.toMatchObject(illegal)
  })

  it('that is open is withdrawn when its listing is retired', async () => {
    const id = await make.listing(acme, 'DRAFT')
    await make.release(id, '1.0.0')
    const { id: review } = await developer.openReview({ params: { id }, body: {} })
    await admin.retireListing({ params: { id } })
    expect(await moderator.getReview({ params: { id: review } })).toMatchObject({ state: 'WITHDRAWN' })
  })

  it('asks for changes only with a reason', async () => {
    const id = await make.listing(acme, 'DRAFT')
    await make.release(id, '1.0.0')
    const { id: review } = await developer.openReview({ params: { id }, body: {} })
    await expect(moderator.requestChanges({ params: { id: review }, body: {} as never })).rejects.toMatchObject({
      code: 'request_invalid',
      problems: [{ pointer: '/reason' }],
    })
  })

  it('stands in the queue for moderators and is seen by its own organization alone', async () => {
    const id = await make.listing(acme, 'DRAFT')
    await make.release(id, '1.0.0')
    const { id: review } = await developer.openReview({ params: { id }, body: {} })
    const queue = async (client: Client) =>
      (await client.listReviews({ query: { state: 'OPEN', listingId: id } })).items.map((row) => row.id)
    expect(await queue(moderator)).toEqual([review])
    expect(await queue(developer)).toEqual([review])
    expect(await queue(customer)).toEqual([])
    await expect(customer.getReview({ params: { id: review } })).rejects.toMatchObject({ status: 404 })
  })

  it('has a conversation between publisher and moderator', async () => {
    const id = await make.listing(acme, 'DRAFT')
    await make.release(id, '1.0.0')
    const { id: review } = await developer.openReview({ params: { id }, body: { message: 'Please look.' } })
    api.clock.advance(1)
    await moderator.addReviewMessage({ params: { id: review }, body: { text: 'Looking.' } })
    const { messages } = await developer.getReview({ params: { id: review } })
    expect(messages.map((row) => [row.moderator, row.text])).toEqual([
      [false, 'Please look.'],
      [true, 'Looking.'],
    ])
  })
})

describe('the dossier', () => {
  const webhook = (...events: string[]) => ({ platform: { webhooks: [{ path: '/hook', events }] } })

  it('shows what a release asks for beyond the last approved one, before and after it is approved', async () => {
    const id = await make.listing(acme, 'VERIFIED')
    const first = await make.release(id, '1.0.0', { manifest: webhook('policy.issue'), approvedAt: api.clock.now() })
    await make.release(id, '1.1.0', { manifest: webhook('policy.issue', 'policy.cancel') })
    const { id: review } = await developer.openReview({ params: { id }, body: {} })
    const expected = {
      comparedWith: { id: first, version: '1.0.0' },
      asksMore: [{ kind: 'event', what: 'policy.cancel' }],
      changes: [{ kind: 'webhook', name: '/hook', change: 'changed' }],
    }
    expect(await moderator.getReview({ params: { id: review } })).toMatchObject(expected)
    api.clock.advance(1000)
    await moderator.approveReview({ params: { id: review }, body: { reason: 'Fine.' } })
    expect(await moderator.getReview({ params: { id: review } })).toMatchObject(expected)
  })

  it('shows test installations as evidence, with hook answers and figures and without settings', async () => {
    const id = await make.listing(acme, 'DRAFT')
    const releaseId = await make.release(id, '1.0.0')
    const installation = await make.installation(acme, { listingId: id, releaseId }, true)
    await make.installation(northwind, { listingId: id, releaseId }, false)
    const now = api.clock.now()
    const { db } = api.platform
    await db
      .insertInto('configuration')
      .values({
        installation_id: installation,
        revision: 1,
        release_id: releaseId,
        settings: JSON.stringify({ colour: 'a-setting-of-theirs' }),
        mappings: '[]',
        marks: '{}',
        created_by_kind: 'person',
        created_by_id: 'x',
        created_by_label: 'x',
      } as never)
      .execute()
    await db
      .insertInto('installation_entry')
      .values({
        id: newId('ent', now),
        installation_id: installation,
        at: now,
        kind: 'hook',
        level: 'info',
        message: 'The "install" hook answered 200 after 12 ms.',
        details: JSON.stringify({ hook: 'install', status: 200, durationMs: 12 }),
      })
      .execute()
    for (const state of ['DELIVERED', 'DELIVERED', 'DEAD'] as const)
      await db
        .insertInto('event')
        .values({
          id: newId('evt', now),
          installation_id: installation,
          organization_id: acme.id,
          listing_id: id,
          path: '/hook',
          size: 0,
          received_at: now,
          due_at: now,
          state,
        } as never)
        .execute()
    const { id: review } = await developer.openReview({ params: { id }, body: {} })
    const dossier = await moderator.getReview({ params: { id: review } })
    expect(dossier.evidence).toMatchObject([
      {
        installationId: installation,
        state: 'RUNNING',
        version: '1.0.0',
        hooks: [{ hook: 'install', succeeded: true, status: 200, durationMs: 12 }],
        figures: { delivered: 2, dead: 1, waiting: 0, calls: 0, stateReads: 0 },
      },
    ])
    expect(dossier.checklist.find((check) => check.id === 'tested')).toMatchObject({ passed: true })
    expect(JSON.stringify(dossier)).not.toContain('a-setting-of-theirs')
  })

  it('of a first release compares with nothing and asks for everything', async () => {
    const id = await make.listing(acme, 'DRAFT')
    await make.release(id, '1.0.0', { manifest: webhook('policy.issue') })
    const { id: review } = await developer.openReview({ params: { id }, body: {} })
    const dossier = await moderator.getReview({ params: { id: review } })
    expect(dossier.comparedWith).toBeNull()
    expect(dossier.asksMore).toContainEqual({ kind: 'event', what: 'policy.issue' })
    expect(dossier.findings.map((row) => row.rule)).toContain('listing.summary.missing')
  })
})

describe('the moves of a listing over the interface', () => {
  const byOperation = {
    'make-public': 'makeListingPublic',
    withdraw: 'withdrawListing',
    retire: 'retireListing',
    suspend: 'suspendListing',
    reinstate: 'reinstateListing',
    publish: 'publishListing',
  } as const

  it.each(Object.keys(byOperation) as (keyof typeof byOperation)[])('keep the table of "%s"', async (move) => {
    const who = move === 'suspend' || move === 'reinstate' ? moderator : admin
    for (const state of [null, ...listingStates]) {
      const id = await make.listing(acme, state)
      await make.release(id, '1.0.0', { approvedAt: api.clock.now() })
      const body = move === 'suspend' ? { reason: 'Because.' } : undefined
      const asked = who[byOperation[move]]({ params: { id }, body } as never)
      const to = moved(listingMachine, state, move)
      if (to !== undefined) expect(await asked, `${move} from ${state}`).toMatchObject({ state: to })
      else {
        await expect(asked, `${move} from ${state}`).rejects.toMatchObject({ status: 409, code: 'illegal_move' })
        expect(await stateOf(id)).toBe(state)
      }
    }
    expect(operations[byOperation[move]].errors).toContain('illegal_move')
  })

  it('make-public promotes the newest approved release when none is promoted', async () => {
    const id = await make.listing(acme, 'VERIFIED')
    await make.release(id, '1.0.0', { approvedAt: api.clock.now() })
    const newest = await make.release(id, '1.1.0', { approvedAt: api.clock.now() })
    await make.release(id, '1.2.0')
    expect(await admin.makeListingPublic({ params: { id } })).toMatchObject({
      state: 'PUBLIC',
      promotedReleaseId: newest,
    })
    expect(await customer.getRelease({ params: { id: newest } })).toMatchObject({ approved: true, followed: true })
  })

  it('make-public keeps a release that is promoted already, and needs an approved one', async () => {
    const id = await make.listing(acme, 'VERIFIED')
    const promoted = await make.release(id, '1.0.0', { approvedAt: api.clock.now(), promoted: true })
    await make.release(id, '1.1.0', { approvedAt: api.clock.now() })
    expect(await admin.makeListingPublic({ params: { id } })).toMatchObject({ promotedReleaseId: promoted })
    const bare = await make.listing(acme, 'VERIFIED')
    await make.release(bare, '1.0.0')
    await expect(admin.makeListingPublic({ params: { id: bare } })).rejects.toMatchObject({
      status: 409,
      code: 'release_not_approved',
    })
  })

  it('suspending leaves installations alone, unless the moderator asks to stop them all', async () => {
    for (const stopInstallations of [false, true]) {
      const id = await make.listing(acme, 'PUBLIC')
      const releaseId = await make.release(id, '1.0.0', { approvedAt: api.clock.now(), promoted: true })
      const installations = [
        await make.installation(northwind, { listingId: id, releaseId }, false),
        await make.installation(acme, { listingId: id, releaseId }, true),
      ]
      const suspended = await moderator.suspendListing({
        params: { id },
        body: { reason: 'Harmful.', stopInstallations },
      })
      expect(suspended).toMatchObject({ state: 'SUSPENDED', suspendedReason: 'Harmful.', launchable: false })
      const rows = await api.platform.db
        .selectFrom('installation')
        .select('state')
        .where('id', 'in', installations)
        .execute()
      const { items } = await customer.listNotifications({ query: { unread: 'true' } })
      expect(items.map((row) => row.kind)).toEqual(stopInstallations ? ['installation.stopped'] : [])
      expect(rows.map((row) => row.state)).toEqual(Array(2).fill(stopInstallations ? 'STOPPING' : 'RUNNING'))
    }
  })

  it('while suspended nothing is promoted; reinstated it is VERIFIED without a reason', async () => {
    const id = await make.listing(acme, 'SUSPENDED', { suspended_reason: 'Harmful.' })
    const releaseId = await make.release(id, '1.0.0', { approvedAt: api.clock.now() })
    await expect(developer.promoteRelease({ params: { id: releaseId } })).rejects.toMatchObject({
      status: 409,
      code: 'listing_suspended',
    })
    expect(await moderator.reinstateListing({ params: { id } })).toMatchObject({
      state: 'VERIFIED',
      suspendedReason: null,
    })
  })
})
