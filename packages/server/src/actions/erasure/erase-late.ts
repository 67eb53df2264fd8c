import { newId } from '../../lib/ids.ts'
import { claimLateErasures, endLook, insertLateErasure, type LateErasure } from '../../store/erasure/late-erasures.ts'
import { installationById } from '../../store/installation/installations.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'
import { digestsOf, purgeRecords } from './purge-records.ts'

const MINUTE_MS = 60_000
/**
 * When an erasure is looked after: buffers of gateways and workers are written within seconds, and those of a process that was cut off
 * from the database when it is back.
 */
const LOOKS_AFTER_MS = [MINUTE_MS, 60 * MINUTE_MS]
/** Data that arrived longer before an erasure is not buffered any more. */
const HELD_MS = 60 * MINUTE_MS
const LEASE_MS = 15 * MINUTE_MS
const BATCH = 20

const locatorsIdentity = (id: string) => `late erasure ${id}`

/** Has an erasure carried out again later, as part of the change that ends it. */
export async function scheduleLateErasure(
  { vault }: Pick<Platform, 'vault'>,
  unit: Unit,
  { id: installationId, organizationId }: { id: string; organizationId: string },
  locators: readonly string[] | null,
): Promise<void> {
  const id = newId('lat', unit.now, unit.random)
  const sealed = locators && (await vault.seal(organizationId, locatorsIdentity(id), JSON.stringify(locators)))
  const row = { id, organizationId, installationId, locators: sealed, at: unit.now }
  await insertLateErasure(unit.trx, row, new Date(unit.now.getTime() + (LOOKS_AFTER_MS[0] ?? 0)))
}

/**
 * Carries out erasures again: what a process held in memory meanwhile, and wrote since, goes too. What came in after the erasure stays.
 * Doing it twice finds nothing the second time.
 */
export async function eraseLate(
  platform: Changing & Pick<Platform, 'vault' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = platform
  while (!signal.aborted) {
    const due = await claimLateErasures(db, { now: clock.now(), leaseMs: LEASE_MS, limit: BATCH })
    for (const late of due) {
      try {
        await look(platform, late)
        const after = LOOKS_AFTER_MS[late.looks + 1]
        await endLook(db, late.id, after === undefined ? undefined : new Date(late.at.getTime() + after))
      } catch (error) {
        // Others must not wait for it. It is due again when its lease ends.
        log.warn(
          { err: error, installationId: late.installationId },
          'An erasure could not be looked after; trying later',
        )
      }
    }
    if (due.length < BATCH) return
  }
}

async function look(platform: Changing & Pick<Platform, 'vault'>, late: LateErasure): Promise<void> {
  const installation = await installationById(platform.db, late.installationId)
  if (!installation) return
  const { organizationId, id } = installation
  const locators = late.locators && (await openLocators(platform, late, late.locators))
  const span = { from: new Date(late.at.getTime() - HELD_MS), to: late.at }
  const rows = await purgeRecords(platform, installation, locators, span)
  if (Object.values(rows).every((count) => count === 0)) return
  await changeByPlatform(platform, async (unit) => {
    // Beside the certificate of the erasure itself: what was found later.
    const details = { installationId: id, at: unit.now.toISOString(), subjects: digestsOf(locators), rows, late: true }
    return unit.record('installation.erase', { organizationId, id, details })
  })
}

async function openLocators({ vault }: Pick<Platform, 'vault'>, late: LateErasure, sealed: Buffer): Promise<string[]> {
  const text = await vault.open(late.organizationId, locatorsIdentity(late.id), sealed)
  return JSON.parse(text.toString('utf8')) as string[]
}
