import { join } from 'node:path'
import { type Engine, type OpenOptions, openEngine } from '@mkt/engines'
import { presence } from '../../domain/platform/process.ts'
import { type EnginePlace, enginePlaces } from '../../store/deployment/engine-places.ts'
import { knownScope } from '../../store/platform/platform-scope.ts'
import { listProcesses } from '../../store/platform/processes.ts'
import type { Platform } from '../platform/platform.ts'

export interface RemoveOptions {
  dataDir: string
  kubernetes: OpenOptions['kubernetes']
  /** Whether this process has the database to itself: then no worker can be running, whatever the rows say. */
  alone: boolean
}

/** A worker still cares for applications and would start them again. */
export class WorkersRunning extends Error {
  override name = 'WorkersRunning'
}

/**
 * Removes everything that this platform ever put onto an engine: containers, networks, images, firewall rules, objects of a
 * cluster. Returns the engines it looked at. Data stays: a platform that starts again starts its applications again.
 */
export async function removeApplications(
  platform: Pick<Platform, 'db'>,
  options: RemoveOptions,
  open: (options: OpenOptions) => Promise<Engine> = openEngine,
): Promise<EnginePlace['engine'][]> {
  if (!options.alone) await refuseWhileRunning(platform)
  const scope = await knownScope(platform.db)
  if (scope === undefined) return []
  const places = await enginePlaces(platform.db)
  for (const { engine: name, dockerHost } of places) {
    const { dataDir, kubernetes } = options
    const engine = await open({
      engine: name,
      scope,
      folder: join(dataDir, 'sandbox'),
      dockerHost: dockerHost ?? undefined,
      ...(kubernetes === undefined ? {} : { kubernetes }),
    })
    try {
      await engine.removeAll()
    } finally {
      await engine.close()
    }
  }
  return [...new Set(places.map(({ engine }) => engine))]
}

async function refuseWhileRunning({ db }: Pick<Platform, 'db'>): Promise<void> {
  const workers = (await listProcesses(db, presence.silentMs)).filter(
    ({ roles, silent }) => !silent && roles.includes('worker'),
  )
  if (workers.length === 0) return
  const hosts = [...new Set(workers.map(({ host }) => host))].join(', ')
  throw new WorkersRunning(
    `A worker of this platform is running on ${hosts} and would start applications again. Stop it first; one that was killed counts as running for ${presence.silentMs / 1000} s.`,
  )
}
