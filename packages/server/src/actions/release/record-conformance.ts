import { Failure } from '@mkt/contract/errors'
import type { ConformanceRecord } from '../../domain/release/conformance.ts'
import { lockRelease, type Release, updateRelease } from '../../store/release/releases.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/** Keeps what the publisher's tool found of the image of a release. It counts for these bytes alone. */
export function recordConformance(
  platform: Changing,
  releaseId: string,
  found: Omit<ConformanceRecord, 'at'> & { imageDigest: string },
  origin: Origin,
): Promise<Release> {
  return change(platform, origin, async (unit) => {
    const release = await lockRelease(unit.trx, releaseId)
    if (release === undefined) throw new Failure('not_found', 'There is no such release.')
    const { id, organizationId, listingName, version } = release
    if (release.imageDigest !== found.imageDigest)
      throw new Failure(
        'image_unknown',
        `${found.imageDigest} is not the image of ${listingName} ${version}, which is ${release.imageDigest}. Drive that one: mkt conformance --release ${version}.`,
      )
    const conformance = { tool: found.tool, at: platform.clock.now().toISOString(), checks: found.checks }
    await updateRelease(unit.trx, id, { conformance })
    const failed = found.checks.filter(({ result }) => result === 'failed').length
    const details = { listing: listingName, version, failed }
    return unit.record('release.conformance', { organizationId, id, details }).with({ ...release, conformance })
  })
}
