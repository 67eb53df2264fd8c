import type { TenantAddress } from '../../domain/tenant/tenant.ts'
import { createFairQueue } from '../../lib/sharing/fair-queue.ts'

type Party = Pick<TenantAddress, 'id' | 'organizationId'>

/** Gives calls to policy systems their turns. */
export interface PolicyQueue {
  run<T>(tenant: Party, task: () => Promise<T>): Promise<T>
}

/** How long a call waits for a place, of its tenant and then of its organization. */
const WAIT_MS = 30_000

/**
 * Of answers of 2 MiB each: what all of them hold at once is bounded. Organizations take turns, because one may have many tenants; one of them that
 * is slow has few of the places of its organization.
 */
export function createPolicyQueue(): PolicyQueue {
  const ofTenant = createFairQueue({
    running: 10_000,
    runningPerParty: 6,
    waiting: 2_000,
    waitingPerParty: 100,
    waitMs: WAIT_MS,
  })
  const ofOrganization = createFairQueue({
    running: 32,
    runningPerParty: 12,
    waiting: 1_000,
    waitingPerParty: 200,
    waitMs: WAIT_MS,
  })
  return {
    run: (tenant, task) => ofTenant.run(tenant.id, () => ofOrganization.run(tenant.organizationId, task)),
  }
}
