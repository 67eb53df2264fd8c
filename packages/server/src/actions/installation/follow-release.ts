import { installationMachine } from '@mkt/contract/states'
import { migrateConfiguration, type StoredConfiguration } from '@mkt/manifest'
import { decideFollow, type FollowDecision, followedReleaseId } from '../../domain/installation/following.ts'
import { fallBackOf, retryOf } from '../../domain/installation/installation.ts'
import { runnersOf } from '../../domain/installation/installation-runners.ts'
import {
  type Installation,
  installationById,
  interruptInstallation,
  lockInstallation,
  unconsideredInstallations,
  updateInstallation,
} from '../../store/installation/installations.ts'
import { listingById } from '../../store/listing/listings.ts'
import type { Release } from '../../store/release/releases.ts'
import { wantDeployment } from '../deployment/wake-deployments.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { eachApart } from '../platform/each-apart.ts'
import { notify } from '../platform/notify.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { noteInstallation } from './note-installation.ts'
import { storedConfiguration } from './stored-configuration.ts'

const ATTEMPTS = 5

export interface Following {
  candidate: Release | undefined
  decision: FollowDecision
}

/** The pending upgrade of an installation to the release it follows, also shown as an offer to its customer. */
export async function following(
  platform: Pick<Platform, 'db'>,
  installation: Installation,
  lookups: Lookups = createLookups(platform.db),
): Promise<Following> {
  const listing = await lookups.listing(installation.listingId)
  const followedId = followedReleaseId(installation, listing)
  if (followedId === null || followedId === installation.releaseId)
    return { candidate: undefined, decision: { kind: 'stay' } }
  const [present, candidate, stored] = await Promise.all([
    lookups.release(installation.releaseId),
    lookups.release(followedId),
    storedConfiguration(platform.db, installation),
  ])
  if (!present) return { candidate, decision: { kind: 'stay' } }
  const { test, pinned, variant } = installation
  const returning = installation.returnedReleaseId === present.id
  return { candidate, decision: decideFollow({ test, pinned, returning, present, candidate, stored, variant }) }
}

/**
 * Decides on the followed release once: what may be taken by itself is taken. Deciding is remembered, so that a
 * release somebody chose since is not undone, and nothing is lost when we were away at the time of a promotion.
 */
export async function followReleases(platform: Changing & Pick<Platform, 'log'>, batch = 100): Promise<void> {
  // Each is met once: those that cannot be decided on wait for the next look.
  for (let after = ''; ; ) {
    const ids = (await unconsideredInstallations(platform.db, after, batch)).map(({ id }) => id)
    await eachApart(platform, ids, (id) => followRelease(platform, id))
    if (ids.length < batch) return
    after = ids.at(-1) ?? ''
  }
}

/** Decides on the release that one installation follows, and takes it where it may be taken by itself. */
export async function followRelease(platform: Changing, id: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) if (await tryFollow(platform, id)) return
}

/** False when the facts changed while deciding. */
async function tryFollow(platform: Changing, id: string): Promise<boolean> {
  const installation = await installationById(platform.db, id)
  if (!installation || installation.state === 'UNINSTALLED') return true
  const listing = await listingById(platform.db, installation.listingId)
  const consideredReleaseId = followedReleaseId(installation, listing)
  if (consideredReleaseId === installation.consideredReleaseId) return true
  const { candidate, decision } = await following(platform, installation)
  const { leaving } = installationMachine.states[installation.state]
  const takes = decision.kind === 'take' && !leaving ? candidate : undefined
  const drops = decision.kind === 'stay' && !leaving && isTakenBack(installation)
  return changeByPlatform(platform, async (unit) => {
    const { trx, now } = unit
    const locked = await lockInstallation(trx, id)
    if (!locked || isOther(locked, installation)) return unit.unchanged().with(false)
    await updateInstallation(
      trx,
      id,
      {
        consideredReleaseId,
        ...(takes ? { targetReleaseId: takes.id, targetConfiguration: null, ...retryOf(locked.state) } : {}),
        ...(drops ? { targetReleaseId: null, targetConfiguration: null, ...fallBackOf(locked.state) } : {}),
      },
      now,
    )
    if (takes) await take(unit, locked, takes)
    else if (drops) await drop(unit, locked)
    else if (decision.kind === 'offer' && candidate && !leaving) await offer(unit, locked, candidate, decision.reason)
    return unit.changed('installation', id).with(true)
  })
}

/** Whether an installation is upgrading to a release that a halted promotion returned. */
function isTakenBack({ targetReleaseId, returnedReleaseId }: Installation): boolean {
  return targetReleaseId !== null && targetReleaseId === returnedReleaseId
}

/** Whether the facts behind the decision have changed. */
function isOther(now: Installation, then: Installation): boolean {
  return (
    now.releaseId !== then.releaseId ||
    now.targetReleaseId !== then.targetReleaseId ||
    now.revision !== then.revision ||
    now.pinned !== then.pinned ||
    now.consideredReleaseId !== then.consideredReleaseId
  )
}

async function take(unit: Unit, locked: Installation, release: Release): Promise<void> {
  if (locked.state === 'RUNNING' || locked.state === 'ERROR') {
    await interruptInstallation(unit.trx, locked.id, unit.now)
    await wantDeployment(unit, release)
  }
  const message = `Upgrading to release ${release.version}${locked.state === 'STOPPED' ? ' at the next start' : ''}.`
  await noteRelease(unit, locked, release, message)
}

/** The release it runs goes on; a step towards the other one ends. */
async function drop(unit: Unit, locked: Installation): Promise<void> {
  if (locked.state !== 'STOPPED') await interruptInstallation(unit.trx, locked.id, unit.now)
  const message = 'The pending release is not installed: its promotion was halted.'
  await noteInstallation(unit, unit.trx, locked.id, { kind: 'release', message })
}

async function offer(unit: Unit, locked: Installation, release: Release, reason: keyof typeof words): Promise<void> {
  const message = `Release ${release.version} is offered: ${words[reason]}.`
  await noteRelease(unit, locked, release, message)
  await notify(
    unit,
    { organizationId: locked.organizationId, roles: runnersOf(locked) },
    {
      kind: 'installation.offer',
      title: `Version ${release.version} is offered for ${locked.name}`,
      text: message,
      link: `/manage/installations/${locked.id}`,
    },
  )
}

function noteRelease(unit: Unit, locked: Installation, release: Release, message: string): Promise<void> {
  const details = { version: release.version }
  return noteInstallation(unit, unit.trx, locked.id, { kind: 'release', message, details })
}

/**
 * Whether a configuration makes the followed release fit that was held back only because the former one did not: then
 * it is decided on again.
 */
export async function wasWaitedFor(
  platform: Pick<Platform, 'db'>,
  installation: Installation,
  configuration: StoredConfiguration,
): Promise<boolean> {
  const { candidate, decision } = await following(platform, installation)
  if (decision.kind !== 'offer' || decision.reason !== 'needs_configuration' || !candidate) return false
  return !migrateConfiguration(configuration, candidate.manifest).needsConfiguration
}

const words = {
  major: 'it is another major version and needs your consent',
  asks_more: 'it asks for more than the present one and needs your consent',
  needs_configuration: 'the configuration does not fit it',
} as const
