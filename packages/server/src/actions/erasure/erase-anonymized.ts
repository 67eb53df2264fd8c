import { anonymizedAccount } from '../../domain/tenant/anonymize-event.ts'
import {
  type AccountErasure,
  claimAccountErasures,
  endAccountErasures,
  extendAccountErasures,
  isErased,
  purgeReports,
} from '../../store/erasure/account-erasures.ts'
import { installationsOfTenant } from '../../store/installation/installations.ts'
import { bodyIdentity } from '../delivery/receive-event.ts'
import type { Changing } from '../platform/change.ts'
import { byPlatform } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { eraseData } from './erase-data.ts'
import { accountIdentity } from './receive-report.ts'

/** Longer than one app takes: it is extended before each. A worker that dies leaves the rest to the next one. */
const LEASE_MS = 15 * 60_000
/** An erasure reads everything that is recorded, so accounts of a tenant are erased together; a hook names them all. */
const BATCH = 50

/**
 * Carries out what policy systems report: an account was anonymized there, so what is recorded of it here goes, in every installation
 * of the tenant, and every app is told. Each installation gets a certificate. Doing it again finds nothing.
 */
export async function eraseAnonymized(
  platform: Changing & Pick<Platform, 'vault' | 'log' | 'keyRing' | 'addresses' | 'policy'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = platform
  while (!signal.aborted) {
    const due = await claimAccountErasures(db, { now: clock.now(), leaseMs: LEASE_MS, limit: BATCH })
    if (due.length === 0) break
    for (const [tenantId, erasures] of Map.groupBy(due, (erasure) => erasure.tenantId)) {
      try {
        const known = tenantId === null ? new Set() : await eraseInTenant(platform, tenantId, erasures)
        const ids = erasures.map(({ eventId }) => eventId)
        for (const carriedOut of [true, false]) {
          const ended = ids.filter((id) => known.has(id) === carriedOut)
          await endAccountErasures(db, ended, carriedOut, clock.now())
        }
      } catch (error) {
        // Those of other tenants must not wait for it. It is due again when its lease ends.
        log.warn({ err: error, tenantId }, 'The accounts of a tenant could not be erased; trying again later')
      }
    }
  }
  await purgeReports(db)
}

/** Erases the accounts in every installation of the tenant. Returns the reports whose account was known. */
async function eraseInTenant(
  platform: Changing & Pick<Platform, 'vault' | 'log' | 'keyRing' | 'addresses' | 'policy'>,
  tenantId: string,
  erasures: AccountErasure[],
): Promise<Set<string>> {
  const known = new Set<string>()
  const accounts = new Set<string>()
  for (const erasure of erasures) {
    const account = await accountOf(platform, erasure)
    if (account === undefined) continue
    known.add(erasure.eventId)
    if (!(await isErased(platform.db, erasure.eventId, tenantId))) accounts.add(account)
  }
  if (accounts.size === 0) return known
  const ids = erasures.map(({ eventId }) => eventId)
  for (const installation of await installationsOfTenant(platform.db, tenantId)) {
    await extendAccountErasures(platform.db, ids, new Date(platform.clock.now().getTime() + LEASE_MS))
    await eraseData(platform, installation, [...accounts], byPlatform)
  }
  return known
}

async function accountOf(
  { vault }: Pick<Platform, 'vault'>,
  { eventId, variant, organizationId, body, account }: AccountErasure,
): Promise<string | undefined> {
  if (variant !== 'enterprise' || organizationId === null) return undefined
  if (account !== null) return (await vault.open(organizationId, accountIdentity(eventId), account)).toString('utf8')
  if (body === null) return undefined
  return anonymizedAccount(await vault.open(organizationId, bodyIdentity(eventId), body))
}
