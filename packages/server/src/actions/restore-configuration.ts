import { Failure } from '@mkt/contract/errors'
import { carryOver } from '@mkt/manifest'
import { configurationAt } from '../store/configurations.ts'
import type { Installation } from '../store/installations.ts'
import { releaseById } from '../store/releases.ts'
import type { Platform } from './platform.ts'
import { reconfigureApp } from './reconfigure-app.ts'
import type { Origin } from './record-audit.ts'

/** Writes a former revision as a new one. Write-only settings keep their present values: former ones are not stored. */
export async function restoreConfiguration(
  platform: Platform,
  installation: Installation,
  revision: number,
  origin: Origin,
): Promise<void> {
  const former = await configurationAt(platform.db, installation.id, revision)
  const release = await releaseById(platform.db, installation.releaseId)
  if (!former || !release) {
    throw new Failure('not_found', `There is no revision ${revision} of this configuration. See its revisions.`)
  }
  const input = { ...carryOver(former, release.manifest), ifMatch: null, restoredFrom: revision }
  await reconfigureApp(platform, installation, input, origin)
}
