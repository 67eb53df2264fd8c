import type { Installation } from '../../store/installation/installations.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { scheduleLateErasure } from './erase-late.ts'
import { digestsOf, type ErasedRows, purgeRecords } from './purge-records.ts'
import { type ErasureHook, sendErase } from './send-erase.ts'

export interface Certificate {
  installationId: string
  at: string
  subjects: string[]
  rows: ErasedRows
  app: ErasureHook
}

/**
 * Purges what was recorded for an installation and names one of the locators, or everything without locators, then tells
 * the application. Rows go first: whatever becomes of the application, the platform has forgotten. What
 * a process holds in memory meanwhile goes when the erasure is carried out again, a little later.
 */
export async function eraseData(
  platform: Changing & Pick<Platform, 'vault' | 'log' | 'keyRing' | 'addresses' | 'policy'>,
  installation: Installation,
  locators: readonly string[] | null,
  origin: Origin,
): Promise<Certificate> {
  const rows = await purgeRecords(platform, installation, locators, null)
  const app = installation.state === 'UNINSTALLED' ? 'unavailable' : await sendErase(platform, installation, locators)
  const subjects = digestsOf(locators)
  return change(platform, origin, async (unit) => {
    await scheduleLateErasure(platform, unit, installation, locators)
    const certificate = { installationId: installation.id, at: unit.now.toISOString(), subjects, rows, app }
    const { organizationId, id } = installation
    return unit.record('installation.erase', { organizationId, id, details: certificate }).with(certificate)
  })
}
