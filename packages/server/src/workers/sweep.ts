import type { Platform } from '../actions/platform/platform.ts'
import { sweepTenant } from '../actions/registration/sweep-registrations.ts'
import { nextSweepMs } from '../actions/registration/sweep-rest.ts'
import { TENANT_LEASE_MS, tenantLease } from '../actions/tenant/tenant-lease.ts'
import { newId } from '../lib/ids.ts'
import { claimSweeps, type Sweep } from '../store/tenant/claim-sweeps.ts'
import { extendTenantLease, hastenSweeps, noteSweep, releaseTenant } from '../store/tenant/tenants.ts'
import { type Loop, startLoop } from './loop.ts'

/** After a start every tenant is looked at within this time: events may have been set aside while we were away. */
const FIRST_MS = 10_000

/** Sweeps that run at once: a slow policy system holds one for a minute or two, and its organization no more than these. */
const AT_ONCE = 8
const OF_ORGANIZATION = 2
const IDLE_MS = 5_000

/** Sweeps the tenants whose time has come, each by one process at a time. Organizations take turns. */
export async function startSweep(platform: Platform): Promise<Loop> {
  await hastenSweeps(platform.db, platform.clock.now(), FIRST_MS)
  const owner = newId('lease', platform.clock.now(), platform.random)
  const until = () => new Date(platform.clock.now().getTime() + TENANT_LEASE_MS)
  const loop = startLoop<Sweep>(
    {
      claim(limit, running) {
        const turns = { limit, perOrganization: OF_ORGANIZATION, running }
        return claimSweeps(platform.db, owner, turns, platform.clock.now(), until())
      },
      async extend(jobs) {
        const held = await Promise.all(jobs.map((job) => extendTenantLease(platform.db, job.id, owner, until())))
        return jobs.filter((_, index) => held[index])
      },
      async run(job) {
        try {
          await sweepTenant(platform, job, tenantLease(platform, job.id, owner))
        } catch (error) {
          // A sweep that fails by a bug would be due again at once, before all others.
          await postpone(platform, job)
          throw error
        } finally {
          await releaseTenant(platform.db, job.id, owner)
        }
      },
      async release(jobs) {
        for (const job of jobs) await releaseTenant(platform.db, job.id, owner)
      },
      // An organization that had to wait for its own sweeps is looked for when one ends.
      restMs: async () => IDLE_MS,
    },
    {
      name: 'sweep',
      concurrency: AT_ONCE,
      batch: AT_ONCE,
      leaseMs: TENANT_LEASE_MS,
      idleMs: IDLE_MS,
      drainMs: 5_000,
      log: platform.log,
    },
  )
  const unsubscribe = platform.changes.subscribe('tenant', () => loop.wake())
  return {
    wake: () => loop.wake(),
    get running() {
      return loop.running
    },
    async stop() {
      unsubscribe()
      await loop.stop()
    },
  }
}

async function postpone({ db, clock }: Platform, { id, failures }: Sweep): Promise<void> {
  const nextAt = new Date(clock.now().getTime() + nextSweepMs(failures + 1, false))
  await noteSweep(db, id, { failures: failures + 1, nextAt })
}
