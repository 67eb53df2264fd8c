import type { Platform } from '../../actions/platform/platform.ts'
import { type Health, readHealth } from '../../actions/platform/read-health.ts'
import { guarded } from '../../lib/guarded.ts'

/** What an operator would notice: everything but when a living process was last seen. */
function essence({ processes, ...rest }: Health): string {
  return JSON.stringify({ ...rest, processes: processes.map(({ seenAt: _, ...row }) => row) })
}

/**
 * Looks at the health of the platform while somebody listens, and tells it, at first and when it has changed. What went on before the
 * database went away is told along with that, since nobody else can tell it then.
 */
export function createHealthWatch(
  platform: Pick<Platform, 'db' | 'log'>,
  everyMs: number,
  tell: (health: Health) => void,
) {
  const failed = (error: unknown) => platform.log.error({ error }, 'Telling the health of the platform failed by a bug')
  let timer: NodeJS.Timeout | undefined
  let last: Health | undefined
  let looking = false

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    try {
      const former = last
      const present = await readHealth(platform).catch(
        (): Health => ({
          ready: false,
          database: 'down',
          parts: former?.parts ?? [],
          processes: former?.processes ?? [],
        }),
      )
      last = present
      if (former === undefined || essence(former) !== essence(present)) tell(present)
    } finally {
      looking = false
    }
  }

  return {
    /** Looks for as long as there is somebody to tell. */
    listen(somebody: boolean): void {
      if (somebody && timer === undefined) {
        timer = setInterval(guarded(failed, look), everyMs)
        timer.unref()
        look().catch(failed)
      }
      if (!somebody) {
        clearInterval(timer)
        timer = undefined
        last = undefined
      }
    },
  }
}
