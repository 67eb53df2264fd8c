import type { Client } from '@mkt/contract/client'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../lib/random.ts'
import { createAppClient } from '../../outbound/app/app-client.ts'
import { entriesOf } from '../../store/installation/installation-entries.ts'
import { installationById } from '../../store/installation/installations.ts'
import { lockListing, setListingState } from '../../store/listing/listings.ts'
import { carryInstallation, deadlyTools } from '../../testing/faults/deadly-tools.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'
import { advanceInstallation } from '../installation/advance-installation.ts'
import { moveInstallation } from '../installation/move-installation.ts'
import { byPlatform } from '../platform/origin.ts'

let world: LaunchWorld
let moderator: Client
const client = createAppClient()
beforeAll(async () => {
  world = await launchWorld({ worker: false })
  moderator = world.as((await world.person({ platformRole: 'moderator' })).authorization)
  return () => client.close()
})

const tools = (seed = 'steady', share = 0) => deadlyTools(world, client, seededRandom(seed), share)
const once = (id: string, with_ = tools()) =>
  advanceInstallation(world.platform, with_, id, new AbortController().signal)
const stateOf = async (id: string) => (await installationById(world.platform.db, id))?.state
const suspend = (id: string) =>
  moderator.suspendListing({ params: { id }, body: { reason: 'Harmful.', stopInstallations: true } })

async function launched(lifecycle: string[] = ['install', 'start', 'stop']) {
  const { id: listingId } = await world.listing({ platform: { lifecycle: lifecycle as never } })
  const { id } = await world.admin.launchApp({
    params: { org: 'northwind' },
    body: { listingId, tenantId: world.tenantId },
  })
  return { id, listingId }
}

/** Every state the log tells of, by name: the clock of the tests stands still. */
async function states(id: string): Promise<unknown[]> {
  const entries = await entriesOf(world.platform.db, id, { limit: 100, after: null })
  return entries
    .filter((row) => row.details.state !== undefined)
    .map((row) => row.details.state)
    .sort()
}

describe('suspending a listing and stopping its installations', () => {
  it('stops one that is only waiting for its deployment as soon as it can be stopped, and it never runs', async () => {
    const { id, listingId } = await launched()
    await suspend(listingId)
    expect(await stateOf(id)).toBe('PENDING')
    await carryInstallation(world.platform, id, tools())
    expect(await states(id)).toEqual(['REGISTERING', 'STARTING', 'STOPPED', 'STOPPING'])
    expect((await installationById(world.platform.db, id))?.stopWanted).toBeNull()
  })

  it('lets a hook that is in progress end, then stops', async () => {
    const { id, listingId } = await launched()
    let asked = 0
    world.answer((request, response) => {
      const answer = () => void response.end('{}')
      if (!request.url?.startsWith('/_app/install')) return answer()
      asked += 1
      void suspend(listingId).then(answer)
    })
    await carryInstallation(world.platform, id, tools())
    world.answer((_request, response) => void response.end('{}'))
    expect(asked).toBe(1)
    expect(await states(id)).toEqual(['REGISTERING', 'STARTING', 'STOPPED', 'STOPPING'])
  })

  it('is not forgotten by a worker that is killed at any point', async () => {
    let deaths = 0
    for (let seed = 0; seed < 5; seed += 1) {
      const { id, listingId } = await launched()
      await suspend(listingId)
      deaths += await carryInstallation(world.platform, id, tools(`suspended ${seed}`, 0.3))
      expect(await states(id)).not.toContain('RUNNING')
      expect(await stateOf(id)).toBe('STOPPED')
    }
    expect(deaths).toBeGreaterThan(3)
  })

  it('also stops one whose start fails', async () => {
    const { id, listingId } = await launched()
    await suspend(listingId)
    world.answer((_request, response) => void response.writeHead(500).end())
    await carryInstallation(world.platform, id, tools())
    world.answer((_request, response) => void response.end('{}'))
    expect(await states(id)).toEqual(['ERROR', 'STARTING', 'STOPPED', 'STOPPING'])
  })

  it('leaves the moderator and the reason in the audit of the customer, and the log', async () => {
    const { id, listingId } = await launched()
    await suspend(listingId)
    await carryInstallation(world.platform, id, tools())
    const { items } = await world.admin.listAudit({
      params: { org: 'northwind' },
      query: { subject: id, action: 'installation.stop' },
    })
    expect(items).toMatchObject([
      {
        actor: { kind: 'person' },
        requestId: expect.any(String),
        details: { reason: expect.stringMatching(/Harmful/) },
      },
    ])
  })

  it('lets nothing start while it is suspended, retired in between or not, and everything after it is reinstated', async () => {
    const { id, listingId } = await launched()
    await suspend(listingId)
    await carryInstallation(world.platform, id, tools())
    const refused = { status: 409, code: 'listing_suspended' }
    await expect(world.admin.startInstallation({ params: { id } })).rejects.toMatchObject(refused)
    expect(await stateOf(id)).toBe('STOPPED')
    expect((await world.admin.getInstallation({ params: { id } })).warnings).toEqual([
      expect.stringMatching(/is suspended .* none starts until it is reinstated\. The reason: .*Harmful/),
    ])
    await moderator.reinstateListing({ params: { id: listingId } })
    expect((await world.admin.getInstallation({ params: { id } })).warnings).toEqual([])
    await world.admin.startInstallation({ params: { id } })
    await carryInstallation(world.platform, id, tools())
    expect(await stateOf(id)).toBe('RUNNING')
    await suspend(listingId)
    await carryInstallation(world.platform, id, tools())
    const owner = world.as((await world.person({ role: 'owner', organization: world.publisher })).authorization)
    await owner.retireListing({ params: { id: listingId } })
    await expect(world.admin.startInstallation({ params: { id } })).rejects.toMatchObject(refused)
  })

  it('without stopping them leaves customers free to start what they stopped', async () => {
    const { id, listingId } = await launched()
    await carryInstallation(world.platform, id, tools())
    await moderator.suspendListing({ params: { id: listingId }, body: { reason: 'Doubtful.' } })
    await world.admin.stopInstallation({ params: { id } })
    await carryInstallation(world.platform, id, tools())
    await world.admin.startInstallation({ params: { id } })
    await carryInstallation(world.platform, id, tools())
    expect(await stateOf(id)).toBe('RUNNING')
  })

  it('lets the customer uninstall before the stop is done', async () => {
    const left = await launched()
    await suspend(left.listingId)
    await moveInstallation(world.platform, left.id, 'uninstall', byPlatform)
    await carryInstallation(world.platform, left.id, tools())
    expect(await stateOf(left.id)).toBe('UNINSTALLED')
  })

  it('moves those that run in the same request', async () => {
    const { id, listingId } = await launched()
    await carryInstallation(world.platform, id, tools())
    await suspend(listingId)
    expect(await stateOf(id)).toBe('STOPPING')
    await once(id)
    expect(await stateOf(id)).toBe('STOPPED')
  })
})

describe('suspending a draft', () => {
  it('ends its test launches, and lifting it makes it a draft again: nothing was reviewed', async () => {
    const { id } = await world.listing({}, 'DRAFT')
    await world.platform.db.updateTable('release').set({ approved: false }).where('listing_id', '=', id).execute()
    const launch = () =>
      world.developer.launchApp({
        params: { org: 'acme' },
        body: { listingId: id, tenantId: world.publisherTenantId },
      })
    expect(await moderator.suspendListing({ params: { id }, body: { reason: 'Harmful.' } })).toMatchObject({
      state: 'SUSPENDED',
      suspendedReason: 'Harmful.',
    })
    await expect(launch()).rejects.toMatchObject({ status: 409, code: 'listing_not_launchable' })
    expect(await moderator.reinstateListing({ params: { id } })).toMatchObject({ state: 'DRAFT' })
    expect(await launch()).toMatchObject({ state: 'PENDING', test: true })
  })

  it('that was approved meanwhile makes it verified when it is lifted', async () => {
    const { id, releaseId } = await world.listing({}, 'DRAFT')
    await world.platform.db.updateTable('release').set({ approved: false }).where('id', '=', releaseId).execute()
    const review = await world.developer.openReview({ params: { id }, body: {} })
    await moderator.suspendListing({ params: { id }, body: { reason: 'Harmful.' } })
    await moderator.approveReview({ params: { id: review.id }, body: { reason: 'It is fixed.' } })
    expect(await moderator.reinstateListing({ params: { id } })).toMatchObject({ state: 'VERIFIED' })
  })
})

describe('a start while its listing is being suspended', () => {
  it('waits for the suspension and is refused, so that it is not left running', async () => {
    const { id, listingId } = await launched()
    await carryInstallation(world.platform, id, tools())
    await world.admin.stopInstallation({ params: { id } })
    await carryInstallation(world.platform, id, tools())
    const { db } = world.platform
    let start: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await lockListing(trx, listingId)
      start = world.admin.startInstallation({ params: { id } }).catch((error: unknown) => error)
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        expect(rows).toHaveLength(1)
      })
      const change = { state: 'SUSPENDED', installationsStopped: true, suspendedReason: 'Harmful.' } as const
      await setListingState(trx, listingId, { ...change, now: world.clock.now() })
    })
    expect(await start).toMatchObject({ status: 409, code: 'listing_suspended' })
    expect(await stateOf(id)).toBe('STOPPED')
  })
})

describe('a launch while its listing is being suspended', () => {
  it('waits for the suspension and is refused, so that nothing is left to run', async () => {
    const { id: listingId } = await world.listing()
    const { db } = world.platform
    let launch: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await lockListing(trx, listingId)
      launch = world.admin
        .launchApp({ params: { org: 'northwind' }, body: { listingId, tenantId: world.tenantId } })
        .catch((error: unknown) => error)
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        expect(rows).toHaveLength(1)
      })
      await setListingState(trx, listingId, { state: 'SUSPENDED', now: world.clock.now(), suspendedReason: 'Harmful.' })
    })
    expect(await launch).toMatchObject({ status: 409, code: 'listing_not_launchable' })
    const rows = await db.selectFrom('installation').select('id').where('listing_id', '=', listingId).execute()
    expect(rows).toEqual([])
  })
})
