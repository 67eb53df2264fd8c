import { Failure } from '@mkt/contract/errors'
import { checkManifest, type ParsedManifest, parseManifest, parseVersion, type Variant } from '@mkt/manifest'
import { actorOf } from '../../domain/accounts/caller.ts'
import { refuseDeploy } from '../../domain/listing/listing.ts'
import { refuseVersion } from '../../domain/release/release.ts'
import { newId } from '../../lib/ids.ts'
import { MARKDOWN_RULES } from '../../lib/markdown/markdown-rules.ts'
import { imageByDigest, setTag } from '../../store/image/images.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { insertRelease, type Release, versionsOf } from '../../store/release/releases.ts'
import { holdListing } from '../listing/hold-listing.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { checkRelease } from './check-release.ts'
import { refuseUnisolated } from './refuse-unisolated.ts'
import { refuseUnsigned } from './refuse-unsigned.ts'
import { renderNotes } from './render-notes.ts'

export type ManifestInput = string | Record<string, unknown>

/** Without these the manifest cannot even be kept, so there is no release to reject. */
const unstorable = [
  'manifest.json.invalid',
  'manifest.json.number',
  'manifest.size',
  'manifest.text.invalid',
  'manifest.version.invalid',
]

/** Reads a manifest given as a value or as the file's text; one that cannot be kept is refused with all its problems. */
export function readManifestInput(
  input: ManifestInput,
  variant: Variant,
): ParsedManifest & { value: Record<string, unknown>; version: string } {
  const parsed = typeof input === 'string' ? parseManifest(input, { variant }) : checkManifest(input, { variant })
  const value = parsed.value as Record<string, unknown> | undefined
  const version = value?.version
  const bad = parsed.problems.some((problem) => unstorable.includes(problem.rule))
  if (value && !bad && typeof version === 'string' && parseVersion(version)) return { ...parsed, value, version }
  const [first] = parsed.problems
  throw new Failure('manifest_invalid', `The manifest cannot be released: ${first?.message ?? 'it has no version.'}`, {
    problems: parsed.problems.map(({ pointer, rule, message }) => ({ pointer: `/manifest${pointer}`, rule, message })),
  })
}

/**
 * Creates a release of a manifest and an image that was pushed, and checks it at once. From then on its version is used
 * up and its tag fixed, whatever becomes of it. A process that dies in between leaves an UPLOADED release, which is checked later.
 */
export async function createRelease(
  platform: Changing & Pick<Platform, 'blobs'>,
  input: {
    listing: Pick<Listing, 'id' | 'variant' | 'organizationId'>
    manifest: ManifestInput
    imageDigest: string
    notes?: string | undefined
  },
  origin: Origin,
): Promise<Release> {
  const { value, version } = readManifestInput(input.manifest, input.listing.variant)
  const parts = parseVersion(version) ?? { major: 0, minor: 0, patch: 0 }
  await refuseUnsigned(platform, input.listing.id, input.imageDigest)
  const notes = input.notes ?? ''
  const notesHtml = await renderNotes(input.listing.organizationId, notes)
  const id = await change(platform, origin, async (unit) => {
    const { trx, now, random } = unit
    const id = newId('rel', now, random)
    const listing = await holdListing(trx, input.listing.id)
    refuseDeploy(listing)
    await refuseUnisolated(trx)
    if ((await imageByDigest(trx, listing.id, input.imageDigest)) === undefined)
      throw new Failure(
        'image_unknown',
        `No image ${input.imageDigest} was pushed to ${listing.name}. Push it, then release it.`,
      )
    refuseVersion(listing.name, version, await versionsOf(trx, listing.id))
    await insertRelease(trx, {
      id,
      listingId: listing.id,
      version: { text: version, ...parts },
      manifestText: JSON.stringify(value),
      imageDigest: input.imageDigest,
      notes,
      notesHtml,
      notesRules: MARKDOWN_RULES,
      createdBy: actorOf(origin.caller).label,
      now,
    })
    await setTag(trx, listing.id, version, input.imageDigest, now)
    const { organizationId, name } = listing
    const details = { listing: name, version, imageDigest: input.imageDigest }
    return unit.record('release.create', { organizationId, id, details }).with(id)
  })
  return (await checkRelease(platform, id, 'check')) as Release
}
