import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { actorOf } from '../../domain/accounts/caller.ts'
import { hasBeenLive } from '../../domain/release/release.ts'
import type { Gates } from '../../domain/trial/gates.ts'
import { mostCallsOf, type SampleSelection, timesOfSelection } from '../../domain/trial/sample-selection.ts'
import { newId } from '../../lib/ids.ts'
import { type Installation, lockInstallation } from '../../store/installation/installations.ts'
import type { Release } from '../../store/release/releases.ts'
import { countRecordings, countSample } from '../../store/trial/samples.ts'
import { countOpenTrials, insertTrial } from '../../store/trial/trials.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

export interface TrialRequest {
  installation: Installation
  release: Release
  sample: 'pinned' | 'recordings' | undefined
  only: SampleSelection
  gates: Gates
  openEgress: boolean
}

/** Asks for a comparison of a release with the one an installation runs, over calls that its customer keeps for that. */
export function createTrial(platform: Changing, request: TrialRequest, origin: Origin): Promise<string> {
  const { release, only, gates, openEgress } = request
  const times = timesOfSelection(only)
  return change(platform, origin, async (unit) => {
    const { trx, now, random } = unit
    const installation = await lockInstallation(trx, request.installation.id)
    if (!installation) throw new Error(`installation ${request.installation.id} is gone`)
    refuse(installation, release)
    if ((await countOpenTrials(trx, installation.id)) >= limits.openTrials.value)
      throw new Failure(
        'quota_exceeded',
        `${limits.openTrials.value} trials of this installation are queued or running. Wait until one ends.`,
      )
    const pinned = (await countSample(trx, installation.id)).calls
    const sample = request.sample ?? (pinned > 0 ? 'pinned' : 'recordings')
    const found =
      sample === 'pinned'
        ? (await countSample(trx, installation.id, times)).calls
        : await countRecordings(trx, installation.id, times)
    if (found === 0) throw new Failure('sample_empty', emptySample(only))
    const calls = Math.min(found, mostCallsOf(only))
    const id = newId('tri', now, random)
    await insertTrial(trx, {
      id,
      organizationId: installation.organizationId,
      listingId: installation.listingId,
      installationId: installation.id,
      releaseId: release.id,
      baselineReleaseId: installation.releaseId,
      sample,
      only,
      openEgress,
      gates,
      calls,
      createdBy: actorOf(origin.caller).label,
      now,
    })
    unit.changed('trial', installation.id)
    const { organizationId } = installation
    const details = { installationId: installation.id, version: release.version, sample, calls }
    return unit.record('trial.create', { organizationId, id, details }).with(id)
  })
}

function emptySample({ from, to }: SampleSelection): string {
  return from === undefined && to === undefined
    ? 'There are no calls to try with. Pin a sample or turn on recording, let the policy system call the app, then try again.'
    : 'The sample has no calls of that time. Choose another time, or none.'
}

function refuse(installation: Installation, release: Release): void {
  if (installation.state === 'UNINSTALLED' || installation.state === 'UNINSTALLING')
    throw new Failure('illegal_move', 'The installation is uninstalled and cannot be tested.')
  if (release.listingId !== installation.listingId)
    throw new Failure('not_found', 'The release belongs to another app than the installation. Check both ids.')
  if (release.id === installation.releaseId)
    throw new Failure('illegal_move', `The installation runs ${release.version} already. Try another release.`)
  if (!hasBeenLive(release.state))
    throw new Failure(
      'release_not_ready',
      `Release ${release.version} is ${release.state}. Only a release that has been LIVE is tried.`,
    )
}
