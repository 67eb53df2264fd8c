import { Failure } from '@mkt/contract/errors'
import { carryOver } from '@mkt/manifest'
import { configurationAt } from '../../store/installation/configurations.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import type { Origin } from '../platform/origin.ts'
import type { ReadingSchema } from '../tenant/asking.ts'
import { reconfigureApp } from './reconfigure-app.ts'

/** Writes a former revision as a new one. Write-only settings keep their present values: former ones are not stored. */
export async function restoreConfiguration(
  platform: ReadingSchema,
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
