import { Failure } from '@mkt/contract/errors'
import { applyConfiguration, carryOver, hideSettings, migrateConfiguration } from '@mkt/manifest'
import { actorOf } from '../../domain/accounts/caller.ts'
import { followedReleaseId } from '../../domain/installation/following.ts'
import { retryOf } from '../../domain/installation/installation.ts'
import { hasBeenLive } from '../../domain/release/release.ts'
import type { Trx } from '../../store/database/transaction.ts'
import {
  type Installation,
  interruptInstallation,
  lockInstallation,
  updateInstallation,
} from '../../store/installation/installations.ts'
import { listingById } from '../../store/listing/listings.ts'
import { type Release, releaseById } from '../../store/release/releases.ts'
import { wantDeployment } from '../deployment/wake-deployments.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { findUsableRelease } from '../release/find-release.ts'
import type { ReadingSchema } from '../tenant/asking.ts'
import { noteInstallation } from './note-installation.ts'
import { refuseOldRevision, refuseState } from './reconfigure-app.ts'
import { schemaOfInstallation } from './schema-for-mappings.ts'
import { accepted, refuseConfiguration, storedConfiguration } from './stored-configuration.ts'
import { sealTargetConfiguration } from './target-configuration.ts'

export interface UpgradeInput {
  releaseId?: string | undefined
  settings?: Record<string, unknown> | undefined
  mappings?: unknown[] | undefined
  /** Revision the configuration was merged from, as the client's `if-match` header. */
  ifMatch?: string | null
}

/**
 * Takes another release, newer or older. The configuration is checked against it first; one that is given takes effect
 * together with the release. A stopped installation takes it at its next start, one in ERROR at once, as a retry.
 */
export async function upgradeInstallation(
  platform: ReadingSchema,
  installation: Installation,
  input: UpgradeInput,
  origin: Origin,
): Promise<void> {
  refuseState(installation, 'upgrade')
  refuseOldRevision(installation, input.ifMatch ?? null)
  const release = await targetRelease(platform, installation, input.releaseId)
  const targetConfiguration = await checkedConfiguration(platform, installation, release, input, origin)
  await change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const locked = await lockInstallation(trx, installation.id)
    if (!locked || locked.revision !== installation.revision || locked.releaseId !== installation.releaseId) {
      throw new Failure('revision_conflict', 'The installation changed in the meantime. Look at it and try again.')
    }
    refuseState(locked, 'upgrade')
    const retry = retryOf(locked.state)
    await updateInstallation(trx, locked.id, { targetReleaseId: release.id, targetConfiguration, ...retry }, now)
    await refuseWithdrawn(trx, release)
    if (locked.state !== 'STOPPED') {
      await interruptInstallation(trx, locked.id, now)
      await wantDeployment(unit, release)
    }
    await noteInstallation(unit, trx, locked.id, {
      kind: 'release',
      message: `Upgrade to release ${release.version} requested.`,
      details: { version: release.version },
    })
    const { id, organizationId } = locked
    return unit.record('installation.upgrade', { organizationId, id, details: { version: release.version } })
  })
}

/** The row just written waits for a withdrawal in progress, so this sees its outcome. */
async function refuseWithdrawn(trx: Trx, { id, version }: Release): Promise<void> {
  const release = await releaseById(trx, id)
  if (!release || !hasBeenLive(release.state)) {
    throw new Failure('illegal_move', `Release ${version} was withdrawn meanwhile. Choose another one.`)
  }
}

async function targetRelease(
  platform: Pick<Platform, 'db'>,
  installation: Installation,
  releaseId: string | undefined,
): Promise<Release> {
  const listing = await listingById(platform.db, installation.listingId)
  if (!listing) throw new Error(`listing ${installation.listingId} is gone`)
  const wanted = releaseId ?? followedReleaseId(installation, listing)
  if (wanted === null) throw new Failure('not_found', `${listing.name} has no release to take.`)
  const release = await findUsableRelease(platform.db, listing, installation.organizationId, wanted)
  if (release.id === installation.releaseId && installation.targetReleaseId === null) {
    throw new Failure('illegal_move', `The installation runs release ${release.version} already.`)
  }
  return release
}

async function checkedConfiguration(
  platform: ReadingSchema,
  installation: Installation,
  release: Release,
  input: UpgradeInput,
  origin: Origin,
): Promise<Buffer | null> {
  const stored = await storedConfiguration(platform.db, installation)
  if (input.settings === undefined && input.mappings === undefined) {
    const { problems } = migrateConfiguration(stored, release.manifest)
    if (problems.length > 0) refuseConfiguration(problems)
    return null
  }
  const hidden = hideSettings(stored, release.manifest, platform.clock.now().toISOString())
  const former = carryOver(hidden.stored, release.manifest)
  const given = { settings: input.settings ?? former.settings, mappings: input.mappings ?? former.mappings }
  const { manifest } = release
  const variant = installation.variant
  const schema = await schemaOfInstallation(platform, installation, given.mappings)
  const applied = accepted(applyConfiguration({ manifest, variant, stored: hidden.stored, input: given, schema }))
  const { next, entered, erased, marks } = applied
  return sealTargetConfiguration(platform, installation, {
    next,
    entered,
    erased,
    marks,
    actor: actorOf(origin.caller),
  })
}
