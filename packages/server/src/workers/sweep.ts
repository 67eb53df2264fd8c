import type { Platform } from '../actions/platform/platform.ts'
import { sweepTenant } from '../actions/registration/sweep-registrations.ts'
import { TENANT_LEASE_MS, tenantLease } from '../actions/tenant/tenant-lease.ts'
import { newId } from '../lib/ids.ts'
import { claimSweeps, extendTenantLease, hastenSweeps, releaseTenant } from '../store/tenant/tenants.ts'
import { type Loop, startLoop } from './loop.ts'

/** After a start every tenant is looked at within this time: events may have been set aside while we were away. */
const FIRST_MS = 10_000

/** Sweeps the tenants whose time has come, each by one process at a time. */
export async function startSweep(platform: Platform): Promise<Loop> {
  await hastenSweeps(platform.db, platform.clock.now(), FIRST_MS)
  const owner = newId('lease', platform.clock.now(), platform.random)
  const until = () => new Date(platform.clock.now().getTime() + TENANT_LEASE_MS)
  const loop = startLoop<{ id: string; failures: number }>(
    {
      claim: (limit) => claimSweeps(platform.db, owner, limit, platform.clock.now(), until()),
      async extend(jobs) {
        const held = await Promise.all(jobs.map((job) => extendTenantLease(platform.db, job.id, owner, until())))
        return jobs.filter((_, index) => held[index])
      },
      async run(job) {
        try {
          await sweepTenant(platform, job, tenantLease(platform, job.id, owner))
        } finally {
          await releaseTenant(platform.db, job.id, owner)
        }
      },
      async release(jobs) {
        for (const job of jobs) await releaseTenant(platform.db, job.id, owner)
      },
    },
    {
      name: 'sweep',
      concurrency: 4,
      batch: 4,
      leaseMs: TENANT_LEASE_MS,
      idleMs: 5_000,
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
