import type { Platform } from '../../actions/platform/platform.ts'
import { shadowBatchIdentity } from '../../actions/trial/shadow-identity.ts'
import type { ComparedCall } from '../../domain/trial/compared-call.ts'
import { rateImpact } from '../../domain/trial/rate-impact.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import { shadowBatches, shadowInstance } from '../../store/trial/shadows.ts'

const MAX_CALLS = 5_000
/** A busy route keeps a hundred calls in a batch, a quiet one a batch for each call. */
const BATCHES = 100

/** The shadow of an installation with its report over the latest calls. */
export async function shadowAnswer(platform: Platform, { id, shadowReleaseId }: Installation) {
  const { db } = platform
  const release = shadowReleaseId === null ? undefined : await releaseById(db, shadowReleaseId)
  if (!release) return { release: null, running: false, failure: null, calls: 0, dropped: 0, since: null, report: null }
  const instance = await shadowInstance(db, release.id)
  const { calls, dropped, since } = await latestCalls(platform, id, release.id)
  return {
    release: { id: release.id, version: release.version },
    running: instance?.address != null,
    failure: instance?.failure ?? null,
    calls: calls.length,
    dropped,
    since: since?.toISOString() ?? null,
    report: calls.length === 0 ? null : rateImpact(calls),
  }
}

/** The latest compared calls, however many batches they are in, with what was left out since the first of them. */
async function latestCalls({ db, vault }: Platform, installationId: string, releaseId: string) {
  const found = { calls: [] as ComparedCall[], dropped: 0, since: null as Date | null }
  for (let before: string | null = null; ; ) {
    const batches = await shadowBatches(db, installationId, releaseId, before, BATCHES)
    for (const { id, organizationId, sealed, dropped, at } of batches) {
      if (found.calls.length >= MAX_CALLS) return found
      const text = await vault.open(organizationId, shadowBatchIdentity(id), sealed)
      found.calls.push(...(JSON.parse(text.toString('utf8')) as ComparedCall[]))
      found.dropped += dropped
      found.since = at
      before = id
    }
    if (batches.length < BATCHES) return found
  }
}
