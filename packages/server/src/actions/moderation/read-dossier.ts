import { asksMore } from '@mkt/manifest'
import { mediaOf } from '../../domain/listing/media.ts'
import { checklistOf, findingsOf } from '../../domain/moderation/dossier.ts'
import { wordChanges } from '../../domain/moderation/words.ts'
import { compareManifests } from '../../domain/release/release-comparison.ts'
import { listingById } from '../../store/listing/listings.ts'
import { picturesOf } from '../../store/listing/pictures.ts'
import { evidenceOf, hookAnswersOf } from '../../store/moderation/evidence.ts'
import { type Review, reviewMessages } from '../../store/moderation/reviews.ts'
import { approvedBefore, releaseById } from '../../store/release/releases.ts'
import type { Platform } from '../platform/platform.ts'

/** The publisher's test installations of the release: states, hook answers and figures, never settings. */
async function readEvidence(platform: Pick<Platform, 'db'>, releaseId: string) {
  const installations = await evidenceOf(platform.db, releaseId)
  const ids = installations.map((row) => row.installationId)
  const answers = await hookAnswersOf(platform.db, ids)
  return installations.map(({ createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    hooks: answers
      .filter((answer) => answer.installationId === row.installationId)
      .map(({ hook, at, level, status, durationMs, answer }) => ({
        hook,
        at: at.toISOString(),
        succeeded: level === 'info',
        status,
        durationMs,
        answer,
      })),
  }))
}

/** Everything a moderator needs to decide: findings, checklist, the difference to the last approved release, evidence, conversation. */
export async function readDossier(platform: Pick<Platform, 'db'>, review: Review) {
  const [listing, release, evidence, messages, pictures] = await Promise.all([
    listingById(platform.db, review.listingId),
    releaseById(platform.db, review.releaseId),
    readEvidence(platform, review.releaseId),
    reviewMessages(platform.db, review.id),
    picturesOf(platform.db, [review.listingId]),
  ])
  if (listing === undefined || release === undefined)
    throw new Error(`review ${review.id} has lost its listing or release`)
  const before = await approvedBefore(platform.db, release)
  const runningTests = evidence.filter(({ state }) => state === 'RUNNING').length
  const empty = { name: release.manifest.name, version: '0.0.0' }
  return {
    findings: findingsOf({ listing, release }),
    checklist: checklistOf({ listing, release }, runningTests).map(({ at, ...check }) => ({
      ...check,
      at: at?.toISOString() ?? null,
    })),
    asksMore: asksMore(before?.manifest ?? empty, release.manifest, listing.variant),
    comparedWith: before === undefined ? null : { id: before.id, version: before.version },
    changes:
      review.words === null
        ? compareManifests(before?.manifest, release.manifest, listing.variant)
        : wordChanges({ ...listing, media: mediaOf(pictures.filter((picture) => picture.shown)) }, review.words).map(
            ({ word, from, to }) => ({
              kind: 'words',
              name: word,
              change: 'changed' as const,
              details: [`Before: ${from}`, `After: ${to}`],
            }),
          ),
    evidence,
    messages: messages.map((row) => ({ ...row, at: row.at.toISOString() })),
  }
}
