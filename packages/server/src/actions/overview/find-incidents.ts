import type { InstallationHealth } from '../../domain/installation/installation-health.ts'
import { trafficLimits } from '../../domain/installation/traffic-health.ts'
import { isIncident } from '../../domain/overview/rank-incidents.ts'
import { type Installation, installationById } from '../../store/installation/installations.ts'
import { suspectInstallations } from '../../store/overview/installation-overview.ts'
import { readInstallationHealth } from '../delivery/read-installation-health.ts'
import { createLookups, type Lookups } from '../installation/lookups.ts'
import type { Platform } from '../platform/platform.ts'

const DAY_MS = 24 * 3_600_000

export interface FoundIncident {
  installation: Installation
  health: InstallationHealth
}

/** The installations of an organization that do not fare well; at most so many are judged. */
export async function findIncidents(
  platform: Pick<Platform, 'clock' | 'db'>,
  organizationId: string,
  limit: number,
  lookups: Lookups = createLookups(platform.db),
): Promise<FoundIncident[]> {
  const ago = (milliseconds: number) => new Date(platform.clock.now().getTime() - milliseconds)
  const suspects = await suspectInstallations(platform.db, organizationId, {
    callsFrom: ago(DAY_MS),
    attemptsFrom: ago(trafficLimits.windowMs),
    limit,
  })
  const judged = await Promise.all(
    suspects.map(async (id) => {
      const installation = await installationById(platform.db, id)
      if (installation === undefined) return undefined
      const health = await readInstallationHealth(
        platform,
        installation,
        await lookups.deployment(installation.releaseId),
      )
      return isIncident(health) ? { installation, health } : undefined
    }),
  )
  return judged.flatMap((found) => found ?? [])
}
