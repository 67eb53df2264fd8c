import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { EngineName } from '@mkt/engines'
import { folderMark } from '../../lib/process/folder-mark.ts'
import type { Random } from '../../lib/random.ts'
import { type Periodic, startPeriodic } from '../../lib/schedule/periodic.ts'
import { engineHome, holdEngineHome } from '../../store/platform/engine-homes.ts'
import type { Platform } from '../platform/platform.ts'

/** Workers of a place that gave no sign of life for so long are gone, and others may take their place. */
const HELD_MS = 30_000
const RENEW_MS = 10_000

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
 * take over. `lost` is called where that happened to this one.
 */
export async function stayAtHome(
  platform: Pick<Platform, 'db' | 'log' | 'random'>,
  place: EnginePlaceOptions,
  lost: (error: EngineElsewhere) => void,
): Promise<Periodic> {
  if (place.engine === 'kubernetes') return { run: async () => {}, stop: async () => {} }
  const home = { home: await homeOf(place, platform.random), host: hostname() }
  const hold = async () => {
    if (await holdEngineHome(platform.db, home, HELD_MS)) return
    const other = await engineHome(platform.db)
    throw new EngineElsewhere(
      `Applications of this platform run on ${other?.host} with the ${other?.home.split(' ')[0]} engine in another folder or daemon, and a worker there is alive. Workers share one (MKT_DATA_DIR, DOCKER_HOST); to use several machines, take Kubernetes. If it has just ended, start again in ${HELD_MS / 1_000} s.`,
    )
  }
  await hold()
  return startPeriodic(hold, RENEW_MS, (error) => {
    if (error instanceof EngineElsewhere) lost(error)
    else platform.log.warn({ err: error }, 'The place of applications could not be renewed')
  })
}

async function homeOf({ engine, dockerHost, folder }: EnginePlaceOptions, random: Random): Promise<string> {
  if (engine === 'sandbox') return `sandbox ${await folderMark(folder, random)} ${machine()}`
  const daemon = dockerHost ?? 'unix'
  // A daemon that is reached over the network is the same from every machine.
  return daemon.startsWith('unix') ? `docker ${daemon} ${machine()}` : `docker ${daemon}`
}

/** What tells this machine from others, in whichever container: its last start, since nothing of the engine outlives that. */
function machine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}
