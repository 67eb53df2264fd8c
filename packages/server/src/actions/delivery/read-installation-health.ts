import { deploymentMachine } from '@mkt/contract/states'
import { healthy } from '../../domain/delivery/route-health.ts'
import { type InstallationHealth, judgeHealth } from '../../domain/installation/installation-health.ts'
import { trafficLimits } from '../../domain/installation/traffic-health.ts'
import { routeHealth } from '../../store/delivery/route-health.ts'
import type { DeploymentRow } from '../../store/deployment/deployments.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { connectionsOf } from '../../store/tenant/connections.ts'
import { refusedSince } from '../../store/tenant/credentials.ts'
import { recentTraffic } from '../../store/traffic/traffic.ts'
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
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const [deliveries, traffic, credentialsRefusedAt, unreachable] = await Promise.all([
    runs ? routeHealth(db, row.id) : healthy,
    runs ? recentTraffic(db, row.id, { callsFrom: ago(DAY_MS), attemptsFrom: ago(trafficLimits.windowMs) }) : undefined,
    runs ? refusedSince(db, row.tenantId, row.id) : null,
    runs || state === 'REGISTERING' ? unreachableSince(db, row.tenantId) : null,
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
    unreachable,
    deliveries,
    calls: traffic?.call ?? [],
    attempts: traffic?.delivery ?? [],
    now,
  })
}

async function unreachableSince(db: Platform['db'], tenantId: string) {
  const { trouble, since, reason } = (await connectionsOf(db, [tenantId])).get(tenantId) ?? {}
  return trouble === 'unreachable' && since ? { since, reason: reason ?? 'no reason is known' } : null
}
