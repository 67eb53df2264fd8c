import type { Engine, Figures, Plan } from '@mkt/engines'
import { judgeTurn, LOOK_AT_USE_MS, type ProcessorTurn } from '../../domain/deployment/processor-turn.ts'
import type { Platform } from '../platform/platform.ts'

export interface UseWatch {
  /** Resource use of these instances, a few seconds old at most. Continuous CPU users get lower priority from now on. */
  look(instances: readonly { id: string }[]): Promise<ReadonlyMap<string, Figures>>
}

/** Where no turns are given, figures alone are read, and not more often than they are kept. */
const LOOK_AT_FIGURES_MS = 60_000

/**
 * Looks at what the instances of one deployment use, and tells the engine which of them give way. Nothing of it is stored: another process that cares for the
 * deployment begins to look, and tells the engine what it decides at first.
 */
export function createUseWatch(
  platform: Pick<Platform, 'clock' | 'log'>,
  engine: Pick<Engine, 'figures' | 'giveWay'>,
  readPlan: () => Promise<Plan | undefined>,
): UseWatch {
  const everyMs = engine.giveWay === undefined ? LOOK_AT_FIGURES_MS : LOOK_AT_USE_MS
  const turns = new Map<string, ProcessorTurn>()
  const refused = new Set<string>()
  let figures = new Map<string, Figures>()
  let lookedAt = 0
  let plan: Plan | undefined

  async function giveTurns(at: Date): Promise<void> {
    for (const known of [turns, refused]) for (const id of known.keys()) if (!figures.has(id)) known.delete(id)
    if (figures.size > 0) plan ??= await readPlan()
    if (plan === undefined) return
    for (const [id, { cpuSeconds, waitedSeconds }] of figures) {
      const before = turns.get(id)
      const turn = judgeTurn(before, { cpuSeconds, waitedSeconds, at }, plan)
      if (before?.givesWay === turn.givesWay || (await tell(id, plan, turn.givesWay))) turns.set(id, turn)
    }
  }

  /** Where the engine fails, the next look decides the same and tells it. One that never can, such as without the right to weights, is said once. */
  async function tell(id: string, granted: Plan, givesWay: boolean): Promise<boolean> {
    try {
      await engine.giveWay?.(id, granted, givesWay)
      refused.delete(id)
      return true
    } catch (error) {
      if (!refused.has(id))
        platform.log.warn(
          { err: error, instanceId: id },
          'The turn of an instance at the processor could not be changed',
        )
      refused.add(id)
      return false
    }
  }

  return {
    async look(instances) {
      const now = platform.clock.now()
      if (now.getTime() - lookedAt < everyMs) return figures
      lookedAt = now.getTime()
      const read = await Promise.all(instances.map(async ({ id }) => [id, await engine.figures(id)] as const))
      figures = new Map(read.filter((one): one is [string, Figures] => one[1] !== null))
      if (engine.giveWay !== undefined) await giveTurns(now)
      return figures
    },
  }
}
