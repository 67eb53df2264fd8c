import { isRenewalDue, type Renewal } from '../../domain/image/pull-credential.ts'
import type { DeploymentRow } from '../../store/deployment/deployments.ts'
import type { InstanceRow } from '../../store/deployment/instances.ts'
import { releaseById } from '../../store/release/releases.ts'
import type { Platform } from '../platform/platform.ts'
import type { Runner } from './runner.ts'

export interface PullRenewals {
  /** Renews what is due, beside the care for the deployment: an engine that is slow to answer must not delay health checks. */
  renew(deployment: DeploymentRow, instances: readonly InstanceRow[]): void
}

/**
 * Keeps the pull credentials of one deployment's instances good, where the engine pulls again by itself: a pod that moves to
 * another node a month after its start must be able to pull there.
 */
export function createPullRenewals(platform: Pick<Platform, 'clock' | 'db' | 'log'>, runner: Runner): PullRenewals {
  const { clock, log } = platform
  const renewals = new Map<string, Renewal>()
  const running = new Set<string>()

  async function renewOne(deployment: DeploymentRow, id: string): Promise<void> {
    const release = await releaseById(platform.db, deployment.releaseId)
    if (release === undefined) return
    await runner.engine.renewCredential?.(id, await runner.imageOf(release))
    renewals.set(id, { renewedAt: clock.now(), failedAt: null })
  }

  /** The start gave it one. What another process renewed since is not known here, so it is renewed once too often. */
  const renewalOf = ({ id, createdAt }: InstanceRow) => renewals.get(id) ?? { renewedAt: createdAt, failedAt: null }

  return {
    renew(deployment, instances) {
      if (runner.engine.renewCredential === undefined) return
      const living = instances.filter(({ state }) => state === 'STARTING' || state === 'HEALTHY')
      for (const id of renewals.keys()) if (!living.some((instance) => instance.id === id)) renewals.delete(id)
      for (const instance of living) {
        const { id } = instance
        const renewal = renewalOf(instance)
        if (running.has(id) || !isRenewalDue(renewal, clock.now())) continue
        running.add(id)
        renewOne(deployment, id)
          .catch((error: unknown) => {
            renewals.set(id, { ...renewal, failedAt: clock.now() })
            log.warn({ err: error, instance: id }, 'a pull credential could not be renewed; trying again in a minute')
          })
          .finally(() => running.delete(id))
      }
    },
  }
}
