import { RefusedError } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'
import { type AppFolder, openFolder } from '../app/app-folder.ts'
import { readProfiles } from '../platform/profiles.ts'
import { type Asking, type Credentials, connect, findCredentials, platformUrl } from '../platform/session.ts'
import { findRelease } from '../release/releases.ts'
import {
  type DeployingMark,
  deployRunning,
  isRunning,
  raiseManifest,
  readMark,
  removeMark,
  restoreManifest,
} from './deploying-mark.ts'

export interface RepairOptions {
  /** The command is going to change the manifest, so it must not go on while the truth is unknown. */
  needed: boolean
  say: (line: string) => void
}

/**
 * What every command does first in an application's folder: a deploy that was killed left a mark, and the platform is
 * asked whether its version exists. It does: the raised file stays. It does not: the former file comes back.
 */
export async function repairDeploy(folder: AppFolder, asking: Asking, options: RepairOptions): Promise<AppFolder> {
  const mark = readMark(folder)
  if (mark === undefined) return folder
  if (isRunning(mark)) {
    if (options.needed) throw deployRunning(folder)
    return folder
  }
  const exists = await versionExists(mark, asking).catch((error: unknown) => {
    if (options.needed) throw unknown(mark, error)
    options.say(`A deploy of ${mark.version} was broken off; ${mark.url} cannot be asked whether it exists.`)
    return undefined
  })
  if (exists === undefined) return folder
  if (exists) {
    raiseManifest(folder, mark)
    options.say(
      `A deploy was broken off after release ${mark.version} was created: the manifest stays at ${mark.version}.`,
    )
  } else {
    if (!mark.restored) restoreManifest(folder, mark)
    options.say(
      `A deploy of ${mark.version} was broken off before the release existed: the manifest is at ${mark.previousVersion} again.`,
    )
  }
  removeMark(folder)
  return openFolder('/', folder.file)
}

async function versionExists(mark: DeployingMark, asking: Asking): Promise<boolean> {
  const credentials = credentialsFor(mark.url, asking)
  if (credentials === undefined) throw new Error(`not logged in to ${mark.url}`)
  try {
    return (await findRelease(connect(credentials).client, mark.listing.id, mark.version)) !== undefined
  } catch (error) {
    // The listing is gone, and its releases with it.
    if (error instanceof RefusedError && error.status === 404) return false
    throw error
  }
}

/** The mark is a file like any other and may come with somebody's folder: keys go only where their owner sends them. */
function credentialsFor(url: string, asking: Asking): Credentials | undefined {
  if (platformUrl(asking) === url) return findCredentials(asking)
  return Object.values(readProfiles(asking.env)).find((profile) => profile.url === url)
}

function unknown(mark: DeployingMark, cause: unknown): Abort {
  const message = `A deploy of ${mark.version} was broken off, and ${mark.url} cannot be asked whether that release exists.`
  return new Abort('deploy_unfinished', message, {
    fix: `Log in to ${mark.url} and try again when it is reachable.`,
    cause,
  })
}
