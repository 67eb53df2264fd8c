import type { Readable } from 'node:stream'
import { limits } from '@mkt/contract/limits'
import { digestOf, isDigest } from '@mkt/oci'
import type { FastifyReply } from 'fastify'
import { change } from '../actions/platform/change.ts'
import type { Recorded, Unit } from '../actions/platform/unit.ts'
import { type ManifestFacts, readManifest } from '../domain/image/image-manifest.ts'
import { inWords } from '../domain/image/quota.ts'
import { createFairQueue } from '../lib/sharing/fair-queue.ts'
import type { Trx } from '../store/database/transaction.ts'
import { linkedBlobs, usedBytes } from '../store/image/blobs.ts'
import {
  deleteImage,
  deleteTag,
  imageByDigest,
  imageByTag,
  insertImage,
  knownImages,
  neededBy,
  releaseDigest,
  repositorySize,
  setTag,
} from '../store/image/images.ts'
import { lockListing } from '../store/listing/listings.ts'
import { type Exchange, tooLarge } from './receive-chunk.ts'
import { listingGone, RegistryError } from './registry-error.ts'

const LIMIT = 4 * 1024 ** 2
const MAX_IMAGES = limits.listingImages.value
/** Manifests are held in memory until they are whole. */
const bodies = createFairQueue({
  ...{ running: 32, runningPerParty: limits.manifestBodies.value },
  ...{ waiting: 512, waitingPerParty: 128, waitMs: 15_000 },
})

/** `GET` and `HEAD` of a manifest by tag or digest, byte for byte as it was pushed. */
export async function getManifest(
  { platform, request, reply, listing }: Exchange,
  reference: string,
): Promise<FastifyReply> {
  const find = reference.includes(':') ? imageByDigest : imageByTag
  const image = await find(platform.db, listing.id, reference)
  if (image === undefined) throw unknown(listing.name, reference)
  reply.header('docker-content-digest', image.digest).header('etag', `"${image.digest}"`)
  reply.header('content-type', image.mediaType).header('content-length', String(image.bytes.length))
  return reply.send(request.method === 'HEAD' ? undefined : image.bytes)
}

/** `PUT` of a manifest. All it consists of must be there; the tag of a release never moves. */
export async function putManifest(exchange: Exchange, reference: string): Promise<FastifyReply> {
  const { platform, request, reply, listing, origin } = exchange
  const { raw } = request
  // What is there already needs no place.
  const bytes = raw.complete ? await readBody(raw) : await bodies.run(listing.organizationId, () => readBody(raw))
  const facts = readManifest(bytes, request.headers['content-type'])
  if ('wrong' in facts) throw new RegistryError('MANIFEST_INVALID', `The manifest cannot be taken. ${facts.wrong}`)
  const digest = digestOf(bytes)
  const byDigest = reference.includes(':')
  if (byDigest && reference !== digest)
    throw new RegistryError('DIGEST_INVALID', `The manifest has the digest ${digest}, not ${reference}.`)
  await change(platform, origin, async (unit) => {
    const { trx, now } = unit
    // One push at a time per repository, so that a tag, a release and a collector see each other.
    await holdRepository(trx, listing)
    await requireParts(exchange, trx, facts)
    if (!byDigest) await refuseMovingRelease(trx, listing, reference, digest)
    const parts = [
      ...facts.blobs.map((blob) => ({ digest: blob.digest, kind: 'blob' as const })),
      ...facts.images.map((image) => ({ digest: image, kind: 'image' as const })),
    ]
    await requireRoom(exchange, trx, digest, bytes.length)
    await insertImage(trx, { ...facts, listingId: listing.id, digest, bytes, parts, now })
    if (!byDigest) await setTag(trx, listing.id, reference, digest, now)
    return record(unit, listing, 'push', byDigest ? { digest } : { digest, tag: reference })
  })
  if (facts.subjectDigest !== null) reply.header('oci-subject', facts.subjectDigest)
  return reply
    .status(201)
    .header('location', `/v2/${listing.name}/manifests/${digest}`)
    .header('docker-content-digest', digest)
    .send()
}

/** Manifests are kept in the database: they count as images do, and there is a number of them, and of tags. */
async function requireRoom(exchange: Exchange, trx: Trx, digest: string, size: number): Promise<void> {
  const { quota, listing } = exchange
  const { isKnown, images, tags } = await repositorySize(trx, listing.id, digest)
  if (tags >= MAX_IMAGES || (!isKnown && images >= MAX_IMAGES))
    throw new RegistryError(
      'DENIED',
      `A repository has at most ${MAX_IMAGES} images and tags. Delete some of ${listing.name}.`,
    )
  const used = isKnown ? 0 : await usedBytes(trx, listing.organizationId)
  if (!isKnown && used + size > quota.organizationBytes) throw tooLarge(exchange)
}

/** `DELETE` of a tag, or of an image by digest with all its tags; never of what a release or an index needs. */
export async function deleteManifest(exchange: Exchange, reference: string): Promise<FastifyReply> {
  const { platform, reply, listing, origin } = exchange
  await change(platform, origin, async (unit) => {
    const { trx } = unit
    await holdRepository(trx, listing)
    if (!reference.includes(':')) {
      if ((await releaseDigest(trx, listing.id, reference)) !== undefined)
        throw new RegistryError('DENIED', `${reference} is the tag of a release of ${listing.name} and stays.`)
      if (!(await deleteTag(trx, listing.id, reference))) throw unknown(listing.name, reference)
      return record(unit, listing, 'delete', { tag: reference })
    }
    if (!isDigest(reference)) throw unknown(listing.name, reference)
    const needed = await neededBy(trx, listing.id, reference)
    if (needed === 'release') throw new RegistryError('DENIED', `A release of ${listing.name} is this image; it stays.`)
    if (needed === 'subject')
      throw new RegistryError('DENIED', `It speaks of the image of a release of ${listing.name} and stays with it.`)
    if (needed === 'index')
      throw new RegistryError('DENIED', 'An index consists of this image. Delete the index first.')
    if (!(await deleteImage(trx, listing.id, reference))) throw unknown(listing.name, reference)
    return record(unit, listing, 'delete', { digest: reference })
  })
  return reply.status(202).send()
}

/** Keeps the listing until the transaction ends. One that was deleted since it was found is refused. */
async function holdRepository(trx: Trx, listing: { id: string; name: string }): Promise<void> {
  if ((await lockListing(trx, listing.id)) === undefined) throw listingGone(listing.name)
}

/** Records a change to a repository. */
function record(
  unit: Unit,
  { id, organizationId }: Exchange['listing'],
  what: 'push' | 'delete',
  details: Record<string, string>,
): Recorded {
  return unit.record(`image.${what}`, { organizationId, id, details })
}

async function requireParts({ listing, quota }: Exchange, trx: Trx, facts: ManifestFacts): Promise<void> {
  const there = await linkedBlobs(
    trx,
    listing.id,
    facts.blobs.map((blob) => blob.digest),
  )
  for (const { digest, size } of facts.blobs) {
    const actual = there.get(digest)
    if (actual === undefined)
      throw new RegistryError(
        'MANIFEST_BLOB_UNKNOWN',
        `The manifest names the blob ${digest}, which was not pushed to ${listing.name}.`,
      )
    if (actual !== size)
      throw new RegistryError('MANIFEST_INVALID', `The manifest gives ${digest} ${size} bytes; it has ${actual}.`)
  }
  const images = await knownImages(trx, listing.id, facts.images)
  const missing = facts.images.find((image) => !images.has(image))
  if (missing !== undefined)
    throw new RegistryError(
      'MANIFEST_BLOB_UNKNOWN',
      `The index names the image ${missing}, which was not pushed to ${listing.name}.`,
    )
  const bytes = new Map(facts.blobs.map((blob) => [blob.digest, blob.size]))
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0)
  if (total > quota.imageBytes)
    throw new RegistryError(
      'DENIED',
      `The image has ${inWords(total)}; at most ${inWords(quota.imageBytes)} are taken.`,
    )
}

async function refuseMovingRelease(
  trx: Trx,
  listing: { id: string; name: string },
  tag: string,
  digest: string,
): Promise<void> {
  const released = await releaseDigest(trx, listing.id, tag)
  if (released === undefined || released === digest) return
  throw new RegistryError(
    'DENIED',
    `${tag} is a release of ${listing.name}, and the tag of a release never moves. Use another tag.`,
  )
}

async function readBody(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // A stream that is destroyed takes the connection with it, and the refusal.
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > LIMIT)
      throw new RegistryError('MANIFEST_INVALID', `A manifest has at most ${LIMIT} bytes.`, { status: 413 })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function unknown(name: string, reference: string): RegistryError {
  return new RegistryError('MANIFEST_UNKNOWN', `${name} has no image ${reference}.`)
}
