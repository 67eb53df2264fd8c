import { type AppFolder, writeManifest } from '../app/app-folder.ts'
import type { Release } from '../release/releases.ts'
import type { DeployPlan } from './deploy-plan.ts'
import { type DeployingMark, readMark, removeMark, restoreManifest, rewriteMark, setMark } from './deploying-mark.ts'

/** A request went out, no answer came back, and the platform cannot be asked. */
export class UncertainError extends Error {}

/** Holds the raised file while the work is done; puts it back when the work ends without a release. */
export async function raisedWhile(
  folder: AppFolder,
  plan: DeployPlan,
  url: string,
  work: () => Promise<Release>,
): Promise<Release> {
  const { version, raised, listing } = plan
  const previousVersion = (JSON.parse(folder.text) as { version: string }).version
  const mark = {
    url,
    listing: { id: listing.id, name: listing.name },
    previousVersion,
    version,
    original: folder.text,
    raised,
  }
  setMark(folder, mark)
  try {
    if (raised !== folder.text) writeManifest(folder, raised)
    const release = await work()
    removeMark(folder)
    return release
  } catch (error) {
    restoreManifest(folder, mark)
    if (!(error instanceof UncertainError)) {
      removeMark(folder)
      throw error
    }
    rewriteMark(folder, { ...(readMark(folder) as DeployingMark), restored: true })
    throw error.cause
  }
}
