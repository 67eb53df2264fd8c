import { concurrencyOf, decideReplicas } from '../../domain/deployment/scaling.ts'
import { type DeploymentRow, scaleDeployment } from '../../store/deployment/deployments.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'

export interface LoadScaler {
  /** Follows the load of the time since the former call. */
  follow(deployment: DeploymentRow, busyMs: number, elapsedMs: number): Promise<void>
}

/** Keeps the number of instances of one deployment with its load. The calm begins again with another process that cares for it. */
export function createLoadScaler(platform: Changing): LoadScaler {
  let calmSince: Date | null = null
  return {
    async follow(deployment, busyMs, elapsedMs) {
      const concurrency = concurrencyOf(busyMs, elapsedMs)
      const decision = decideReplicas(deployment, concurrency, calmSince, platform.clock.now())
      calmSince = decision.calmSince
      if (decision.replicas === deployment.replicas) return
      const { id, organizationId } = deployment
      await changeByPlatform(platform, async (unit) => {
        const replicas = await scaleDeployment(unit.trx, id, decision.replicas, unit.now)
        if (replicas === undefined) return unit.unchanged()
        const details = { replicas, requestsAtOnce: Math.round(concurrency * 10) / 10 }
        return unit.record('deployment.scale', { organizationId, id, details })
      })
    },
  }
}
