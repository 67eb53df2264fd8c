import { decideFollow, type FollowDecision } from '../domain/following.ts'
import {
  type Installation,
  installationById,
  lockInstallation,
  unconsideredInstallations,
  updateInstallation,
  wishAnew,
} from '../store/installations.ts'
import { listingById } from '../store/listings.ts'
import { type Release, releaseById } from '../store/releases.ts'
import { transaction } from '../store/transaction.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { noteInstallation } from './note-installation.ts'
import { notify } from './notify.ts'
import type { Platform } from './platform.ts'
import { storedConfiguration } from './stored-configuration.ts'
import { wantDeployment } from './wake-deployments.ts'

export interface Following {
  candidate: Release | undefined
  decision: FollowDecision
}

/** What an installation would do about the release it follows. Also what is offered to its customer. */
export async function following(
  platform: Pick<Platform, 'db'>,
  installation: Installation,
  lookups: Lookups = createLookups(platform.db),
): Promise<Following> {
  const listing = await lookups.listing(installation.listingId)
  const own = installation.organizationId === installation.publisherId
  const followedId = own ? listing?.currentReleaseId : listing?.promotedReleaseId
  if (!followedId || followedId === installation.releaseId) return { candidate: undefined, decision: { kind: 'stay' } }
  const [present, candidate, stored] = await Promise.all([
    lookups.release(installation.releaseId),
    lookups.release(followedId),
    storedConfiguration(platform.db, installation),
  ])
  if (!present) return { candidate, decision: { kind: 'stay' } }
  const { pinned, variant } = installation
  return { candidate, decision: decideFollow({ own, pinned, present, candidate, stored, variant }) }
}

/**
 * Decides on the followed release once: what may be taken by itself is taken. Deciding is remembered, so that a
 * release somebody chose since is not undone, and nothing is lost when we were away at the time of a promotion.
 */
export async function followReleases(platform: Platform, limit = 100): Promise<number> {
  const found = await unconsideredInstallations(platform.db, limit)
  for (const { id } of found) await follow(platform, id, false)
  return found.length
}

/** After a configuration: a release that waited for it may be taken now. */
export async function considerRelease(platform: Platform, id: string): Promise<void> {
  await follow(platform, id, true)
}

async function follow(platform: Platform, id: string, again: boolean): Promise<void> {
  const installation = await installationById(platform.db, id)
  if (!installation || installation.state === 'UNINSTALLED' || installation.state === 'UNINSTALLING') {
    if (installation) await consider(platform, installation)
    return
  }
  const listing = await listingById(platform.db, installation.listingId)
  const own = installation.organizationId === installation.publisherId
  const followedId = (own ? listing?.currentReleaseId : listing?.promotedReleaseId) ?? null
  const { candidate, decision } = await following(platform, installation)
  // A configuration only takes what was waiting for it; another choice of the customer stands.
  if (again && (decision.kind !== 'take' || installation.consideredReleaseId !== followedId)) return
  if (again && !(await waited(platform, installation, candidate))) return
  const takes = decision.kind === 'take' && candidate !== undefined
  await transaction(platform.db, async (trx) => {
    const locked = await lockInstallation(trx, id)
    if (!locked || locked.generation !== installation.generation) return
    const now = platform.clock.now()
    const retries = takes && locked.state === 'ERROR'
    await updateInstallation(
      trx,
      id,
      {
        consideredReleaseId: followedId,
        ...(takes ? { targetReleaseId: candidate.id, targetConfiguration: null } : {}),
        ...(retries ? { state: 'PENDING', reason: null } : {}),
      },
      now,
    )
    if (takes && (retries || locked.state === 'RUNNING')) {
      await wishAnew(trx, id, now)
      await wantDeployment(platform, trx, candidate)
    }
    if (takes) {
      const message = `Release ${candidate.version} is taken${locked.state === 'STOPPED' ? ' at the next start' : ''}.`
      await noteInstallation(platform, trx, id, { kind: 'release', message, details: { version: candidate.version } })
    } else if (decision.kind === 'offer' && candidate) {
      const message = `Release ${candidate.version} is offered: ${words[decision.reason]}.`
      await noteInstallation(platform, trx, id, { kind: 'release', message, details: { version: candidate.version } })
      await notify(
        platform,
        trx,
        { organizationId: locked.organizationId, roles: ['owner', 'admin'] },
        {
          kind: 'installation.offer',
          title: `${locked.listingTitle} ${candidate.version} is offered`,
          text: message,
          link: `/manage/installations/${id}`,
        },
      )
    }
    await platform.changes.publish(trx, 'installation', id)
  })
  platform.changes.tell('installation', id)
}

const words = {
  major: 'it is another major version and needs your consent',
  asks_more: 'it asks for more than the present one and needs your consent',
  needs_configuration: 'the configuration does not fit it',
} as const

/** Whether the followed release was held back until now only because the configuration did not fit. */
async function waited(
  platform: Platform,
  installation: Installation,
  candidate: Release | undefined,
): Promise<boolean> {
  if (!candidate || installation.targetReleaseId !== null || installation.revision < 2) return false
  const before = await storedConfiguration(platform.db, { id: installation.id, revision: installation.revision - 1 })
  const present = await releaseById(platform.db, installation.releaseId)
  if (!present) return false
  const own = installation.organizationId === installation.publisherId
  const decision = decideFollow({
    own,
    pinned: installation.pinned,
    present,
    candidate,
    stored: before,
    variant: installation.variant,
  })
  return decision.kind === 'offer' && decision.reason === 'needs_configuration'
}

async function consider(platform: Platform, installation: Installation): Promise<void> {
  const listing = await listingById(platform.db, installation.listingId)
  const own = installation.organizationId === installation.publisherId
  const followedId = (own ? listing?.currentReleaseId : listing?.promotedReleaseId) ?? null
  await updateInstallation(platform.db, installation.id, { consideredReleaseId: followedId }, platform.clock.now())
}
