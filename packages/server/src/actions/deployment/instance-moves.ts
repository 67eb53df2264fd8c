import { reasonText } from '@mkt/contract/text'
import type { Engine } from '@mkt/engines'
import type { KnownStart } from '../../domain/deployment/sight.ts'
import { guarded } from '../../lib/guarded.ts'
import type { Log } from '../../lib/log.ts'
import type { DeploymentRow } from '../../store/deployment/deployments.ts'

const LONGEST_REASON = 1_000

/**
 * Starts and stops of instances that are in progress in this process. None is waited for, and each instance has at most one of a kind:
 * a step of care that comes meanwhile asks for nothing twice.
 */
export interface InstanceMoves {
  start(deployment: DeploymentRow, id: string): void
  stop(id: string, graceMs: number): void
  /** Facts about the start of an instance. */
  known(id: string): KnownStart
  forget(id: string): void
}

export function createInstanceMoves(
  log: Log,
  engine: Pick<Engine, 'stop'>,
  startInstance: (deployment: DeploymentRow, id: string) => Promise<void>,
): InstanceMoves {
  const starting = new Set<string>()
  const stopping = new Set<string>()
  const failures = new Map<string, string>()
  return {
    start(deployment, id) {
      if (starting.has(id)) return
      starting.add(id)
      const bug = (error: unknown) => log.error({ error, instance: id }, 'noting a failed start failed by a bug')
      const failed = (error: unknown) => {
        const reason = reasonText(error instanceof Error ? error.message : String(error), LONGEST_REASON)
        log.warn({ instance: id, app: deployment.listingName, reason }, 'an instance could not be started')
        failures.set(id, `It could not be started: ${reason}`)
      }
      startInstance(deployment, id)
        .catch(guarded(bug, failed))
        .finally(() => starting.delete(id))
    },
    stop(id, graceMs) {
      if (stopping.has(id)) return
      stopping.add(id)
      engine
        .stop(id, { graceMs })
        .catch((error: unknown) => log.warn({ error, instance: id }, 'an instance could not be stopped; trying again'))
        .finally(() => stopping.delete(id))
    },
    known: (id) => ({ isStarting: starting.has(id), failure: failures.get(id) }),
    forget(id) {
      failures.delete(id)
    },
  }
}
