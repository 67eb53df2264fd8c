import { moveRelease } from '../../domain/release/release.ts'
import { latestLines } from '../../store/deployment/container-logs.ts'
import type { DeploymentRow } from '../../store/deployment/deployments.ts'
import { listingById } from '../../store/listing/listings.ts'
import { lockRelease, releaseById, updateRelease } from '../../store/release/releases.ts'
import { notify } from '../platform/notify.ts'
import type { Unit } from '../platform/unit.ts'
import { makeReleaseLive } from '../release/make-release-live.ts'

const LAST_LINES = 20

/** The deployment of a checked release became healthy: the release goes live, unless a newer one already has. */
export async function finishRollout(unit: Unit, deployment: DeploymentRow): Promise<void> {
  const { trx } = unit
  const release = await releaseById(trx, deployment.releaseId)
  if (release?.state !== 'CHECKED') return
  const listing = await listingById(trx, release.listingId)
  await makeReleaseLive(unit, release, 'go-live')
  const former = listing?.currentReleaseId ?? null
  // Two deploys may overtake each other; the one made later is the one the publisher meant last.
  if (former !== null && former > release.id) {
    await makeReleaseLive(unit, { id: former, listingId: release.listingId }, 'roll-back')
  }
}

/** It never became healthy: the release failed, the former one stays current, and the last lines say why. */
export async function failRollout(unit: Unit, deployment: DeploymentRow, reason: string): Promise<void> {
  const { trx } = unit
  const release = await lockRelease(trx, deployment.releaseId)
  if (release?.state !== 'CHECKED') return
  const lines = await latestLines(trx, { deploymentId: deployment.id }, LAST_LINES)
  const words = lines.reverse().map((line) => line.text)
  const failure = words.length === 0 ? reason : `${reason}\nLast lines of its output:\n${words.join('\n')}`
  const state = moveRelease(release.version, release.state, 'fail')
  const problem = { pointer: '', rule: 'release.health.failed', severity: 'error' as const, message: failure }
  await updateRelease(trx, release.id, { state, failure, problems: [...release.problems, problem] })
  await notify(
    unit,
    { organizationId: release.organizationId, roles: ['owner', 'admin', 'developer'] },
    {
      kind: 'release.failed',
      title: `${release.listingName} ${release.version} did not start`,
      text: `${reason} The release before it stays current. Its output says more.`,
      link: `/publish/${release.listingId}/releases`,
    },
  )
  unit.changed('release', release.id)
  unit.changed('listing', release.listingId)
}
