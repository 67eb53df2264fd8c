import { putEgressCounts } from '../../store/deployment/egress-counts.ts'
import type { InstanceRow } from '../../store/deployment/instances.ts'
import type { Platform } from '../platform/platform.ts'
import type { Runner } from './runner.ts'

const EVERY_MS = 5_000

export interface EgressRecorder {
  /** Writes down what instances sent where, now and then; `last`: before one of them is forgotten. */
  record(deploymentId: string, instances: readonly Pick<InstanceRow, 'id'>[], last?: boolean): Promise<void>
}

/** Brings the counts of instances into the ledger. They grow in the engine, so a lost turn loses nothing. */
export function createEgressRecorder(platform: Platform, runner: Runner): EgressRecorder {
  const written = new Map<string, string>()
  let recordedAt = 0
  return {
    async record(deploymentId, instances, last = false) {
      const { engine } = runner
      const now = platform.clock.now().getTime()
      if (engine.egressCounts === undefined || (!last && now - recordedAt < EVERY_MS)) return
      if (!last) recordedAt = now
      for (const { id } of instances) {
        const counts = await engine.egressCounts(id)
        const text = JSON.stringify(counts)
        if (written.get(id) === text) continue
        await putEgressCounts(platform.db, { id, deploymentId }, counts)
        written.set(id, text)
      }
      for (const id of written.keys()) if (last || !instances.some((one) => one.id === id)) written.delete(id)
    },
  }
}
