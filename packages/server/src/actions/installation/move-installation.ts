import { stateAfter } from '../../domain/installation/installation.ts'
import { refuseStart } from '../../domain/listing/listing.ts'
import type { Trx } from '../../store/database/transaction.ts'
import {
  type Installation,
  installationById,
  interruptInstallation,
  lockInstallation,
  updateInstallation,
} from '../../store/installation/installations.ts'
import { forgetStopWish } from '../../store/installation/stop-wishes.ts'
import { type Listing, shareListing } from '../../store/listing/listings.ts'
import { wantDeployment } from '../deployment/wake-deployments.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { beginAttempts } from './begin-attempts.ts'
import { followRelease } from './follow-release.ts'
import { noteMove } from './note-installation.ts'
import { refuseState } from './reconfigure-app.ts'
import { refuseUninstalled } from './refuse-uninstalled.ts'

/** A person asks for start, stop or uninstall; the worker carries it out. */
export async function moveInstallation(
  platform: Changing,
  id: string,
  move: 'start' | 'stop' | 'uninstall',
  origin: Origin,
): Promise<void> {
  await change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const listing = move === 'start' ? await holdForStart(trx, id) : undefined
    const installation = await lockInstallation(trx, id)
    if (!installation) throw new Error(`installation ${id} is gone`)
    refuseState(installation, move)
    if (listing) refuseStart(listing)
    const to = stateAfter(installation.state, move)
    await updateInstallation(trx, id, { state: to, reason: null, ...dropped(installation, move) }, now)
    await interruptInstallation(trx, id, now)
    if (move === 'start') await beginAttempts(unit, id)
    else await forgetStopWish(trx, id)
    // A stopped app must run again for its last hook.
    if (move === 'start' || (move === 'uninstall' && installation.installSentAt !== null)) {
      const releaseId = installation.targetReleaseId ?? installation.releaseId
      await wantDeployment(unit, { id: releaseId, listingId: installation.listingId })
    }
    await noteMove(unit, trx, id, to, null)
    return unit.record(`installation.${move}`, { organizationId: installation.organizationId, id })
  })
}

/** The listing, held before the installation as a suspension does: one of the two sees what the other did. */
async function holdForStart(trx: Trx, id: string): Promise<Listing | undefined> {
  const installation = await installationById(trx, id)
  return installation && shareListing(trx, installation.listingId)
}

/** An installation that is being stopped or removed takes no further release. */
function dropped(installation: Installation, move: 'start' | 'stop' | 'uninstall') {
  if (move !== 'uninstall' || installation.targetReleaseId === null) return {}
  return { targetReleaseId: null, targetConfiguration: null }
}

/** Pins an installation to its release, or lets it follow again: then the followed release is decided on at once. */
export async function pinInstallation(platform: Changing, id: string, pinned: boolean, origin: Origin): Promise<void> {
  await change(platform, origin, async (unit) => {
    const installation = await lockInstallation(unit.trx, id)
    if (!installation) throw new Error(`installation ${id} is gone`)
    refuseUninstalled(installation, 'it follows no release any more.')
    if (installation.pinned === pinned) return unit.unchanged()
    // An installation that follows again reconsiders the present release of its listing.
    const considered = pinned ? {} : { consideredReleaseId: null }
    await updateInstallation(unit.trx, id, { pinned, ...considered }, unit.now)
    const action = pinned ? 'installation.pin' : 'installation.unpin'
    return unit.record(action, { organizationId: installation.organizationId, id })
  })
  if (!pinned) await followRelease(platform, id)
}

/** Turns the recording of payloads on or off for an installation. What was recorded stays for its time. */
export async function recordPayloads(
  platform: Changing,
  id: string,
  recording: boolean,
  origin: Origin,
): Promise<void> {
  await change(platform, origin, async (unit) => {
    const installation = await lockInstallation(unit.trx, id)
    if (!installation) throw new Error(`installation ${id} is gone`)
    refuseUninstalled(installation, 'nothing of it can be recorded any more.')
    if (installation.recording === recording) return unit.unchanged()
    await updateInstallation(unit.trx, id, { recording }, unit.now)
    const action = recording ? 'installation.record' : 'installation.record-stop'
    return unit.record(action, { organizationId: installation.organizationId, id })
  })
}
