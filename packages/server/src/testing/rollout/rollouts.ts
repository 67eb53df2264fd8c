import { afterEach } from 'vitest'
import type { Runner } from '../../actions/deployment/runner.ts'
import { createOutputMasks } from '../../actions/installation/output-mask.ts'
import { type CareTimes, careTimes } from '../../domain/deployment/health.ts'
import { systemClock } from '../../lib/clock.ts'
import { type Log, silentLog } from '../../lib/log.ts'
import { deploymentOfRelease } from '../../store/deployment/deployments.ts'
import { releaseById } from '../../store/release/releases.ts'
import type { Loop } from '../../workers/loop.ts'
import { startRollout } from '../../workers/rollout.ts'
import { newId } from '../platform/new-id.ts'
import { testPlatform } from '../platform/platform.ts'
import type { FakeEngine } from './fake-engine.ts'

/** A real rollout worker over a fake engine, with times short enough for tests, and the rows it works on. Ends its loops after each test. */
export async function rollouts() {
  const { platform: still } = await testPlatform()
  const warned: { text: string; reason?: unknown }[] = []
  const log: Log = Object.assign(Object.create(silentLog), {
    warn: (facts: { reason?: unknown }, text: string) => warned.push({ text, reason: facts.reason }),
  })
  const platform = { ...still, clock: systemClock, log }
  const { db } = platform

  const times: CareTimes = {
    ...careTimes,
    probeStartingMs: 5,
    probeEveryMs: 20,
    startLimitMs: 20_000,
    drainMs: 30,
    stopGraceMs: 10,
    backoffMinMs: 5,
    backoffMaxMs: 40,
    lingerMs: 150,
    lookEveryMs: 10,
  }

  const running: Loop[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((loop) => loop.stop()))
    // Tests share the database, not each other's deployments.
    await db.updateTable('installation').set({ state: 'UNINSTALLED' }).execute()
    await db.updateTable('release').set({ state: 'SUPERSEDED' }).where('state', 'in', ['CHECKED', 'LIVE']).execute()
    await db.updateTable('instance').set({ forgotten: true }).execute()
    await db.updateTable('deployment').set({ state: 'STOPPED', lease_until: null }).execute()
  })

  const runnerOf = (engine: FakeEngine, more: Partial<Runner> = {}): Runner => ({
    engine,
    probeHealth: (address) => engine.probeHealth(address),
    times,
    holder: newId('wrk'),
    refusal: null,
    imageOf: async () => ({ digest: 'sha256:x', reference: 'x', credential: null, unpack: () => Promise.reject() }),
    outputMask: createOutputMasks(platform),
    ...more,
  })

  function rollout(engine: FakeEngine, more: Partial<Runner> = {}): Loop {
    const loop = startRollout(platform, runnerOf(engine, more), { leaseMs: 3_000, sweepMs: 20 })
    running.push(loop)
    return loop
  }

  async function listing(): Promise<string> {
    const organizationId = newId('org')
    const id = newId('lst')
    await db.insertInto('organization').values({ id: organizationId, name: organizationId, title: 'Acme' }).execute()
    await db
      .insertInto('listing')
      .values({
        id,
        organization_id: organizationId,
        app_name: 'a',
        name: id,
        title: 'A',
        variant: 'connected',
        state: 'DRAFT',
      })
      .execute()
    await db
      .insertInto('image')
      .values({ listing_id: id, digest: 'sha256:x', media_type: 'x', bytes: Buffer.alloc(0), annotations: '{}' })
      .execute()
    return id
  }

  async function release(listingId: string, minor = 0, digest = 'sha256:x'): Promise<string> {
    const id = newId('rel')
    const manifest = JSON.stringify({ name: 'acme/a', version: `1.${minor}.0` })
    await db
      .insertInto('release')
      .values({
        id,
        listing_id: listingId,
        version: `1.${minor}.0`,
        major: 1,
        minor,
        patch: 0,
        manifest,
        manifest_text: manifest,
        image_digest: digest,
        state: 'CHECKED',
      })
      .execute()
    return id
  }

  async function install(listingId: string, releaseId: string): Promise<string> {
    const id = newId('ins')
    const { organization_id } = await db
      .selectFrom('listing')
      .select('organization_id')
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('installation')
      .values({
        id,
        organization_id,
        listing_id: listingId,
        tenant_id: 'ten_x',
        release_id: releaseId,
        state: 'RUNNING',
        route_id: id,
        test: true,
      })
      .execute()
    return id
  }

  const stateOf = async (id: string) => (await releaseById(db, id))?.state
  const deploymentOf = async (id: string) => deploymentOfRelease(db, id)

  return { platform, db, times, warned, rollout, runnerOf, listing, release, install, stateOf, deploymentOf }
}

/** How long a test waits for what the worker does. */
export const wait = { timeout: 60_000, interval: 10 }
