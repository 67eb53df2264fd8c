import { hideSettings, writeOnlyNames } from '@mkt/manifest'
import { eraseFromRevisions } from '../../store/installation/configurations.ts'
import type { Installation, InstallationChange } from '../../store/installation/installations.ts'
import { putSecret } from '../../store/installation/secrets.ts'
import type { Release } from '../../store/release/releases.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'
import { beginAttempts } from './begin-attempts.ts'
import { noteInstallation } from './note-installation.ts'
import { sealSecrets, storedConfiguration } from './stored-configuration.ts'
import { openTargetConfiguration } from './target-configuration.ts'
import { writeConfiguration } from './write-configuration.ts'

/**
 * Prepares the switch to a release, and gives what writes it: readable values of settings that the release makes
 * write-only are sealed and erased from every revision; the configuration that waited for the release takes effect.
 */
export async function prepareTaking(
  platform: Pick<Platform, 'clock' | 'db' | 'vault'>,
  installation: Installation,
  release: Release,
): Promise<(unit: Unit, locked: Installation) => Promise<InstallationChange>> {
  const now = platform.clock.now()
  const target = await openTargetConfiguration(platform, installation)
  const stored = await storedConfiguration(platform.db, installation)
  const hidden = await sealSecrets(
    platform,
    installation,
    hideSettings(stored, release.manifest, now.toISOString()).hidden,
  )
  const entered = await sealSecrets(platform, installation, target?.entered ?? {})
  return async (unit, locked) => {
    const { trx } = unit
    for (const secret of hidden) await putSecret(trx, locked.id, secret)
    await eraseFromRevisions(trx, locked.id, writeOnlyNames(release.manifest))
    const change: InstallationChange = {
      releaseId: release.id,
      targetReleaseId: null,
      targetConfiguration: null,
      lastFailure: null,
    }
    if (target) {
      const { actor, ...applied } = target
      const write = {
        installation: locked,
        releaseId: release.id,
        applied: { ok: true as const, ...applied },
        secrets: entered,
        restoredFrom: null,
        actor,
      }
      const { result: revision } = await writeConfiguration(unit, write)
      Object.assign(change, { revision, toldRevision: revision })
    }
    await beginAttempts(unit, locked.id)
    await noteInstallation(unit, trx, locked.id, {
      kind: 'release',
      message: `The installation runs release ${release.version} now.`,
      details: { version: release.version, runs: true },
    })
    return change
  }
}
