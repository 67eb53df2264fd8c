import { deploymentMachine } from '@mkt/contract/states'
import { healthy } from '../../domain/delivery/route-health.ts'
import { type InstallationHealth, judgeHealth } from '../../domain/installation/installation-health.ts'
import { routeHealth } from '../../store/delivery/route-health.ts'
import type { DeploymentRow } from '../../store/deployment/deployments.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { refusedSince } from '../../store/tenant/credentials.ts'
import { recentCalls } from '../../store/traffic/traffic.ts'
import type { Platform } from '../platform/platform.ts'

const DAY_MS = 24 * 3_600_000

/** How an installation fares now. What does not run has no traffic to judge. */
export async function readInstallationHealth(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  row: Installation,
  deployment: DeploymentRow | undefined,
): Promise<InstallationHealth> {
  const now = clock.now()
  const { state, reason, updatedAt, lastFailure } = row
  const runs = state === 'RUNNING'
  const [deliveries, calls, credentialsRefusedAt] = await Promise.all([
    runs ? routeHealth(db, row.id) : healthy,
    runs ? recentCalls(db, row.id, new Date(now.getTime() - DAY_MS)) : [],
    runs ? refusedSince(db, row.tenantId, row.id) : null,
  ])
  const containers = deployment
    ? { health: deploymentMachine.states[deployment.state].health, since: deployment.updatedAt }
    : null
  return judgeHealth({
    state,
    reason,
    updatedAt,
    lastFailure,
    containers,
    credentialsRefusedAt,
    deliveries,
    calls,
    now,
  })
}
