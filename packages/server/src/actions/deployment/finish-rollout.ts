import { plainText } from '@mkt/contract/text'
import { deployRefusal } from '../../domain/listing/listing.ts'
import { isAskedLater, moveRelease, rollbackOf } from '../../domain/release/release.ts'
import { latestLines } from '../../store/deployment/container-logs.ts'
import type { DeploymentRow } from '../../store/deployment/deployments.ts'
import { listingById } from '../../store/listing/listings.ts'
import { lockRelease, type Release, releaseById, updateRelease } from '../../store/release/releases.ts'
import { notify } from '../platform/notify.ts'
import type { Unit } from '../platform/unit.ts'
import { makeReleaseLive } from '../release/make-release-live.ts'

const LAST_LINES = 20

/**
 * The deployment of a release that waits for it is healthy: a deployed one goes live, unless the publisher asked for
 * another one later; one that is returned to is live again. The caller has locked the listing.
 */
export async function finishRollout(unit: Unit, deployment: DeploymentRow): Promise<void> {
  const { trx } = unit
  const release = await lockRelease(trx, deployment.releaseId)
  if (release === undefined) return
  if (release.state === 'CHECKED') return finishDeploy(unit, release)
  if (rollbackOf(release)?.state !== 'PENDING') return
  const listing = await listingById(trx, release.listingId)
  const refusal = listing && deployRefusal(listing)
  if (refusal !== undefined) return failRollback(unit, release, refusal.message)
  await makeReleaseLive(unit, release, 'roll-back')
}

async function finishDeploy(unit: Unit, release: Release): Promise<void> {
  const { trx, now } = unit
  const listing = await listingById(trx, release.listingId)
  const current = listing?.currentReleaseId ? await releaseById(trx, listing.currentReleaseId) : undefined
  if (current === undefined || !isAskedLater(current, release)) {
    await makeReleaseLive(unit, release, 'go-live')
    return
  }
  const live = moveRelease(release.version, release.state, 'go-live')
  const state = moveRelease(release.version, live, 'supersede')
  await updateRelease(trx, release.id, { state, liveAt: now })
  unit.changed('release', release.id)
}

/** It never became healthy: the current release stays current, and the last lines of output say why. */
export async function failRollout(unit: Unit, deployment: DeploymentRow, reason: string): Promise<void> {
  const { trx } = unit
  const release = await lockRelease(trx, deployment.releaseId)
  if (release === undefined) return
  const { id: deploymentId, startingAt: startedSince } = deployment
  const lines = await latestLines(trx, { deploymentId, startedSince }, LAST_LINES)
  const words = lines.reverse().map((line) => plainText(line.text))
  const failure = words.length === 0 ? reason : `${reason}\nLast lines of its output:\n${words.join('\n')}`
  if (release.state === 'CHECKED') await failDeploy(unit, release, reason, failure)
  else if (rollbackOf(release)?.state === 'PENDING') await failRollback(unit, release, failure, reason)
}

async function failDeploy(unit: Unit, release: Release, reason: string, failure: string): Promise<void> {
  const state = moveRelease(release.version, release.state, 'fail')
  const problem = { pointer: '', rule: 'release.health.failed', severity: 'error' as const, message: failure }
  await updateRelease(unit.trx, release.id, { state, failure, problems: [...release.problems, problem] })
  await tell(unit, release, {
    title: `${release.listingName} ${release.version} did not start`,
    text: `${reason} The release before it stays current. Its output says more.`,
  })
}

async function failRollback(unit: Unit, release: Release, failure: string, reason = failure): Promise<void> {
  await updateRelease(unit.trx, release.id, { rollbackState: 'FAILED', rollbackFailure: failure })
  await tell(unit, release, {
    title: `${release.listingName} could not return to ${release.version}`,
    text: `${reason} The current release stays current. Try again, or return to another release.`,
  })
}

async function tell(unit: Unit, release: Release, what: { title: string; text: string }): Promise<void> {
  const to = { organizationId: release.organizationId, roles: ['owner', 'admin', 'developer'] as const }
  const link = `/publish/${release.listingId}/releases`
  await notify(unit, to, { kind: 'release.failed', ...what, link })
  unit.changed('release', release.id)
  unit.changed('listing', release.listingId)
}
