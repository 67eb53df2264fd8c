import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { EngineName } from '@mkt/engines'
import { dockerPlace } from '../../domain/deployment/docker-place.ts'
import { folderMark } from '../../lib/process/folder-mark.ts'
import type { Random } from '../../lib/random.ts'
import { type Periodic, startPeriodic } from '../../lib/schedule/periodic.ts'
import { engineHome, type HeldHome, holdEngineHome } from '../../store/platform/engine-homes.ts'
import type { Platform } from '../platform/platform.ts'

interface HomeTimes {
  /** Workers of a place that gave no sign of life for so long are gone, and others may take their place. */
  heldMs: number
  /** How often a worker gives one. */
  renewMs: number
  /** How often a worker of another place looks for one. */
  lookMs: number
}

const usual: HomeTimes = { heldMs: 30_000, renewMs: 10_000, lookMs: 1_000 }

export interface EnginePlaceOptions {
  engine: EngineName
  dockerHost: string | undefined
  /** The folder of the sandbox. */
  folder: string
}

/** Applications of this platform run elsewhere. */
export class EngineElsewhere extends Error {
  override name = 'EngineElsewhere'
}

/**
 * Refuses to run applications in a second place: the sandbox and Docker belong to one machine, so a worker there would take what runs elsewhere
 * for stopped and start all of it again. Several workers in one place are welcome. When all of them are gone for a while, workers of another place
 * take over: one that starts meanwhile waits for that, since a machine that was restarted or an engine that was exchanged is another place as well.
 * `lost` is called where another place took over from this one.
 */
export async function stayAtHome(
  platform: Pick<Platform, 'db' | 'log' | 'random'>,
  place: EnginePlaceOptions,
  lost: (error: EngineElsewhere) => void,
  times = usual,
): Promise<Periodic> {
  if (place.engine === 'kubernetes') return { run: async () => {}, stop: async () => {} }
  const { db, log } = platform
  const home = { home: await homeOf(place, platform.random), host: hostname() }
  const hold = async () => {
    if (!(await holdEngineHome(db, home, times.heldMs))) throw elsewhere(await engineHome(db))
  }
  let seen: HeldHome | undefined
  while (!(await holdEngineHome(db, home, times.heldMs))) {
    const other = await engineHome(db)
    // It has just become free, or workers of this place have it.
    if (other === undefined || other.home === home.home) continue
    if (seen === undefined)
      log.warn({ host: other.host }, 'Applications ran elsewhere a moment ago; waiting for a sign of life')
    else if (other.home !== seen.home || other.until !== seen.until) throw elsewhere(other)
    seen = other
    await delay(times.lookMs)
  }
  return startPeriodic(hold, times.renewMs, (error) => {
    if (error instanceof EngineElsewhere) lost(error)
    else log.warn({ err: error }, 'The place of applications could not be renewed')
  })
}

function elsewhere(other: HeldHome | undefined): EngineElsewhere {
  return new EngineElsewhere(
    `Applications of this platform run on ${other?.host} with the ${other?.home.split(' ')[0]} engine in another folder or daemon, and a worker there is alive. Workers share one (MKT_DATA_DIR, DOCKER_HOST); to use several machines, take Kubernetes.`,
  )
}

async function homeOf({ engine, dockerHost, folder }: EnginePlaceOptions, random: Random): Promise<string> {
  if (engine === 'sandbox') return `sandbox ${await folderMark(folder, random)} ${machine()}`
  return `docker ${dockerPlace(dockerHost, machine())}`
}

/** Identifies this machine from any container: its boot ID, because nothing in the engine outlives a boot. */
function machine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}
