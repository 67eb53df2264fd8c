import type { EgressCount } from '@mkt/engines'
import { continueTrace } from '../../domain/platform/trace.ts'
import { egressSpan } from '../../domain/platform/work-spans.ts'
import { newRefusals } from '../../domain/traffic/new-refusals.ts'
import { hexOf } from '../../lib/hex-source.ts'
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
export function createEgressRecorder(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'spans'>,
  runner: Runner,
): EgressRecorder {
  const written = new Map<string, { text: string; counts: readonly EgressCount[] }>()
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
        const before = written.get(id)
        if (before?.text === text) continue
        await putEgressCounts(platform.db, { id, deploymentId }, counts)
        written.set(id, { text, counts })
        // Changes that an earlier process reported are not reported again.
        if (before !== undefined) exportRefusals(platform, deploymentId, before.counts, counts)
      }
      for (const id of written.keys()) if (last || !instances.some((one) => one.id === id)) written.delete(id)
    },
  }
}

function exportRefusals(
  platform: Pick<Platform, 'spans' | 'random' | 'clock'>,
  deploymentId: string,
  before: readonly EgressCount[],
  counts: readonly EgressCount[],
): void {
  if (platform.spans === undefined) return
  const endMs = platform.clock.now().getTime()
  for (const found of newRefusals(before, counts))
    platform.spans.add(
      egressSpan(continueTrace(undefined, hexOf(platform.random)), { ...found, deploymentId, startMs: endMs, endMs }),
    )
}
