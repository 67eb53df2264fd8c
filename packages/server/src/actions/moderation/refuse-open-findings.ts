import { Failure } from '@mkt/contract/errors'
import { count } from '@mkt/contract/text'
import { gatedFindings } from '../../domain/material/finding.ts'
import type { Trx } from '../../store/database/transaction.ts'
import type { Review } from '../../store/moderation/reviews.ts'
import { releaseById } from '../../store/release/releases.ts'
import { readFindings } from '../material/read-findings.ts'
import type { Platform } from '../platform/platform.ts'

/** Keeps a release with open findings from being approved, as far as the operator of the platform wants that. */
export async function refuseOpenFindings(
  platform: Pick<Platform, 'clock' | 'policy'>,
  trx: Trx,
  review: Pick<Review, 'releaseId'>,
): Promise<void> {
  const gate = platform.policy.advisoryGate
  const release = gate === 'none' ? undefined : await releaseById(trx, review.releaseId)
  if (release === undefined) return
  const { findings } = await readFindings(trx, release, platform.clock.now())
  const refused = gatedFindings(findings, gate)
  if (refused.length === 0) return
  const named = refused.slice(0, 5).map((finding) => `${finding.advisory} in ${finding.package} ${finding.installed}`)
  throw new Failure(
    'findings_open',
    `${release.listingName} ${release.version} has ${count(refused.length, 'open finding')} of severity ${gate === 'high' ? 'high or critical' : 'critical'}: ${named.join(', ')}${refused.length > named.length ? ', …' : ''}. Ask for a release that fixes them, or record why they do not apply.`,
  )
}
