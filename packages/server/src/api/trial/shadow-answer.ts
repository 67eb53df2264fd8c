import type { Platform } from '../../actions/platform/platform.ts'
import { shadowBatchIdentity } from '../../actions/trial/shadow-identity.ts'
import type { ComparedCall } from '../../domain/trial/compared-call.ts'
import { rateImpact } from '../../domain/trial/rate-impact.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import { shadowBatches, shadowInstance } from '../../store/trial/shadows.ts'

const MOST_CALLS = 5_000
/** A quiet route keeps a batch for each call. */
const MOST_BATCHES = 2_000

/** The shadow of an installation with its report over the latest calls. */
export async function shadowAnswer(platform: Platform, { id, shadowReleaseId }: Installation) {
  const { db, vault } = platform
  const release = shadowReleaseId === null ? undefined : await releaseById(db, shadowReleaseId)
  if (!release) return { release: null, running: false, failure: null, calls: 0, dropped: 0, since: null, report: null }
  const [instance, batches] = await Promise.all([
    shadowInstance(db, release.id),
    shadowBatches(db, id, release.id, MOST_BATCHES),
  ])
  const calls: ComparedCall[] = []
  for (const { id: batch, organizationId, sealed } of batches) {
    if (calls.length >= MOST_CALLS) break
    const text = await vault.open(organizationId, shadowBatchIdentity(batch), sealed)
    calls.push(...(JSON.parse(text.toString('utf8')) as ComparedCall[]))
  }
  return {
    release: { id: release.id, version: release.version },
    running: instance?.address != null,
    failure: instance?.failure ?? null,
    calls: calls.length,
    dropped: batches.reduce((sum, { dropped }) => sum + dropped, 0),
    since: batches.at(-1)?.at.toISOString() ?? null,
    report: calls.length === 0 ? null : rateImpact(calls),
  }
}
