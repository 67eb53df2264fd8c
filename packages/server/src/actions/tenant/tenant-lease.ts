import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../lib/ids.ts'
import { extendTenantLease, leaseTenant, releaseTenant } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'

export const TENANT_LEASE_MS = 60_000
const POLL_MS = 150
const POLLS = 200

/** The right to change registrations of a tenant. `extend` tells whether it is still held. */
export interface TenantLease {
  extend(): Promise<boolean>
}

export function tenantLease(platform: Pick<Platform, 'clock' | 'db'>, tenantId: string, owner: string): TenantLease {
  return {
    extend: () =>
      extendTenantLease(platform.db, tenantId, owner, new Date(platform.clock.now().getTime() + TENANT_LEASE_MS)),
  }
}

/**
 * Does something while being the only one that changes registrations of the tenant, in all processes; waits for the process that is at it.
 * Returns undefined when the wait was too long.
 */
export async function withTenantLease<Result>(
  platform: Pick<Platform, 'clock' | 'db' | 'random'>,
  tenantId: string,
  work: (lease: TenantLease) => Promise<Result>,
): Promise<Result | undefined> {
  const owner = newId('lease', platform.clock.now(), platform.random)
  for (let poll = 0; poll < POLLS; poll += 1) {
    const now = platform.clock.now()
    if (await leaseTenant(platform.db, tenantId, owner, now, new Date(now.getTime() + TENANT_LEASE_MS))) {
      try {
        return await work(tenantLease(platform, tenantId, owner))
      } finally {
        await releaseTenant(platform.db, tenantId, owner)
      }
    }
    await delay(POLL_MS)
  }
  return undefined
}
