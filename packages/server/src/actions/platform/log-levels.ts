import { type LevelOrder, levelsAt, type StoredLevels, withLevel } from '../../domain/platform/log-level.ts'
import type { LogLevels } from '../../lib/log-levels.ts'
import { startPeriodic } from '../../lib/schedule/periodic.ts'
import { replaceLogLevels, storedLogLevels } from '../../store/platform/log-levels.ts'
import { type Changing, change } from './change.ts'
import type { Origin } from './origin.ts'
import type { Platform } from './platform.ts'

/** How soon a level that ended is noticed. */
const LOOK_MS = 15_000

/** Changes how much one part of the platform logs, in every process that holds it. */
export function setLogLevel(platform: Changing, order: LevelOrder, origin: Origin): Promise<StoredLevels> {
  return change(platform, origin, async (unit) => {
    const levels = withLevel(await storedLogLevels(unit.trx), order, unit.now)
    await replaceLogLevels(unit.trx, levels)
    unit.changed('log-level', order.part)
    const { part, level, minutes } = order
    return unit
      .record('platform.log-level', { organizationId: null, id: 'platform', details: { part, level, minutes } })
      .with(levels)
  })
}

/** Keeps the levels of this process as the operator set them. */
export async function followLogLevels(
  platform: Pick<Platform, 'db' | 'changes' | 'clock' | 'log'>,
  levels: LogLevels,
): Promise<{ stop(): Promise<void> }> {
  const failed = (error: unknown) => platform.log.warn({ err: error }, 'The levels of the log could not be read')
  const read = async () => levels.set(levelsAt(await storedLogLevels(platform.db), platform.clock.now()))
  const periodic = startPeriodic(read, LOOK_MS, failed)
  const heard = () => {
    periodic.run().catch(failed)
  }
  const end = platform.changes.subscribe('log-level', { changed: heard, reset: heard })
  await periodic.run()
  return {
    stop() {
      end()
      return periodic.stop()
    },
  }
}
