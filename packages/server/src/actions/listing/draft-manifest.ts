import { createHash } from 'node:crypto'
import { Failure } from '@mkt/contract/errors'
import { checkManifest, limits } from '@mkt/manifest'
import { draftManifestOf, setDraftManifest } from '../../store/listing/draft-manifests.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { holdListing } from './hold-listing.ts'

type Json = Record<string, unknown>

function check(listing: Listing, manifest: Json | null) {
  const revision = revisionOf(manifest)
  if (manifest === null) return { manifest, problems: [], warnings: [], revision }
  const { problems, warnings } = checkManifest(manifest, { variant: listing.variant, name: listing.name })
  return { manifest, problems, warnings, revision }
}

/** What an editor holds in its hands: the same as long as nobody has stored another draft. */
function revisionOf(manifest: Json | null): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 32)
}

export const draftTag = ({ revision }: { revision: string }): string => `"${revision}"`

export async function readDraftManifest(platform: Pick<Platform, 'db'>, listing: Listing) {
  return check(listing, await draftManifestOf(platform.db, listing.id))
}

/** Keeps a draft with whatever is wrong with it: it is for writing, only the manifest of a release is ever run. */
export async function storeDraftManifest(
  platform: Changing,
  input: { listing: Listing; body: Json; ifMatch: string | null },
  origin: Origin,
) {
  const { listing, body } = input
  const wrapped =
    Object.keys(body).length === 1 &&
    typeof body.manifest === 'object' &&
    body.manifest !== null &&
    !Array.isArray(body.manifest)
  const manifest = wrapped ? (body.manifest as Json) : body
  const text = JSON.stringify(manifest)
  if (Buffer.byteLength(text) > limits.manifestBytes)
    throw new Failure('body_too_large', 'A manifest has at most 256 KB.', {
      problems: [{ pointer: '', rule: 'manifest.size', message: 'A manifest has at most 256 KB.' }],
    })
  if (text.includes('\\u0000')) throw new Failure('request_invalid', 'A manifest cannot hold NUL characters.')
  await change(platform, origin, async (unit) => {
    const { trx } = unit
    await holdListing(trx, listing.id)
    const { ifMatch } = input
    const revision = revisionOf(await draftManifestOf(trx, listing.id))
    if (ifMatch !== null && ifMatch !== '*' && ifMatch !== draftTag({ revision }))
      throw new Failure(
        'revision_conflict',
        `The draft of ${listing.name} was changed in the meantime. Load it again and repeat the change.`,
      )
    await setDraftManifest(trx, listing.id, text, unit.now)
    return unit.record('listing.manifest.set', { organizationId: listing.organizationId, id: listing.id })
  })
  return check(listing, manifest)
}
