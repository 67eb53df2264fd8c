import { isDigest } from '@mkt/oci'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { finishUpload } from '../actions/image/finish-upload.ts'
import { type HeldUpload, holdUpload, UploadRefused } from '../actions/image/hold-upload.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { newId } from '../lib/ids.ts'
import { transaction } from '../store/database/transaction.ts'
import { linkBlob, linkedBlob, usedBytes } from '../store/image/blobs.ts'
import { deleteUpload, insertUpload, uploadPlace } from '../store/image/uploads.ts'
import { type Listing, listingById } from '../store/listing/listings.ts'
import { mayPull } from './authorize.ts'
import { type Exchange, locationOf, rangeOf, receive, startOf, tooLarge } from './receive-chunk.ts'
import { listingGone, RegistryError } from './registry-error.ts'

/** Runs the work while no other request, in whichever process, may write to the upload or end it. */
async function alone<Result>(
  { platform, listing }: Exchange,
  id: string,
  work: (held: HeldUpload) => Promise<Result>,
): Promise<Result> {
  try {
    return await holdUpload(platform, { listingId: listing.id, id }, work)
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error
    // The uploads of a listing go with it.
    if (error.reason === 'unknown' && (await listingById(platform.db, listing.id)) === undefined)
      throw listingGone(listing.name)
    throw refusalOf(error)
  }
}

/** `POST …/blobs/uploads/`: mounts a blob from elsewhere, takes a whole blob at once, or begins an upload. */
export async function beginUpload(exchange: Exchange): Promise<FastifyReply> {
  const { platform, request, query, listing } = exchange
  const mount = query.get('mount')
  const from = query.get('from')
  if (mount !== null && from !== null && (await mountBlob(platform, request, listing, mount, from)))
    return created(exchange, mount)
  const digest = query.get('digest')
  if (digest !== null) requireDigest(digest)
  await refuseOverQuota(exchange)
  const now = platform.clock.now()
  const upload = newId('upl', now, platform.random)
  await insertUpload(platform.db, { id: upload, listingId: listing.id, now })
  if (digest === null) return position(exchange, upload, 0, 202)
  return alone(exchange, upload, async (held) => {
    await receive(exchange, held, 0)
    return finish(exchange, held, digest)
  })
}

/** `GET`: how far an upload got. */
export async function uploadStatus(exchange: Exchange, upload: string): Promise<FastifyReply> {
  const { db, blobs } = exchange.platform
  const place = await uploadPlace(db, exchange.listing.id, upload)
  if (place === undefined) throw refusalOf(new UploadRefused('unknown'))
  return position(exchange, upload, await blobs.uploaded(place), 204)
}

/** `PATCH`: the next chunk. */
export async function continueUpload(exchange: Exchange, upload: string): Promise<FastifyReply> {
  const size = await alone(exchange, upload, async (held) => receive(exchange, held, await startOf(exchange, held)))
  return position(exchange, upload, size, 202)
}

/** `PUT ?digest=`: the last chunk, if any, and the end. */
export async function endUpload(exchange: Exchange, upload: string): Promise<FastifyReply> {
  const digest = exchange.query.get('digest') ?? ''
  requireDigest(digest)
  return alone(exchange, upload, async (held) => {
    await receive(exchange, held, await startOf(exchange, held))
    return finish(exchange, held, digest)
  })
}

/** `DELETE`: gives an upload up. */
export async function cancelUpload(exchange: Exchange, upload: string): Promise<FastifyReply> {
  const { db, blobs } = exchange.platform
  const place = await deleteUpload(db, { id: upload, listingId: exchange.listing.id })
  if (place === undefined) throw refusalOf(new UploadRefused('unknown'))
  await blobs.discard(place)
  return exchange.reply.status(204).send()
}

async function mountBlob(platform: Platform, request: FastifyRequest, listing: Listing, digest: string, from: string) {
  if (!isDigest(digest)) return false
  const source = await mayPull(platform, request, from)
  if (source === undefined || (await linkedBlob(platform.db, source.id, digest)) === undefined) return false
  if ((await platform.blobs.size(digest)) === undefined) return false
  return transaction(platform.db, (trx) => linkBlob(trx, listing.id, digest, platform.clock.now()))
}

function refusalOf({ reason, seconds }: UploadRefused): RegistryError {
  if (reason === 'unknown')
    return new RegistryError(
      'BLOB_UPLOAD_UNKNOWN',
      'There is no such upload: it ended, or nobody continued it for a day. Begin a new one.',
    )
  const words =
    reason === 'busy'
      ? 'Another request is writing to this upload. Wait until it ends.'
      : 'Another request went on with this upload, or gave it up. Ask how far it is.'
  return new RegistryError('BLOB_UPLOAD_INVALID', words, {
    status: 409,
    headers: { 'retry-after': String(seconds) },
  })
}

function requireDigest(digest: string): void {
  if (!isDigest(digest))
    throw new RegistryError('DIGEST_INVALID', 'Give the digest as sha256: and 64 hexadecimal digits.')
}

async function finish(exchange: Exchange, upload: HeldUpload, digest: string): Promise<FastifyReply> {
  const { platform, listing, quota } = exchange
  const { organizationBytes } = quota
  const finished = await finishUpload(platform, { listing, upload, digest, organizationBytes })
  if (finished.outcome === 'mismatch')
    throw new RegistryError(
      'DIGEST_INVALID',
      `The bytes have the digest ${finished.actual}, not ${digest}. Push again.`,
    )
  if (finished.outcome === 'over-quota') throw tooLarge(exchange)
  return created(exchange, digest)
}

async function refuseOverQuota(exchange: Exchange): Promise<void> {
  const used = await usedBytes(exchange.platform.db, exchange.listing.organizationId)
  if (used >= exchange.quota.organizationBytes) throw tooLarge(exchange)
}

function created({ reply, listing }: Exchange, digest: string): FastifyReply {
  return reply
    .status(201)
    .header('location', `/v2/${listing.name}/blobs/${digest}`)
    .header('docker-content-digest', digest)
    .send()
}

function position(exchange: Exchange, upload: string, size: number, status: number): FastifyReply {
  return exchange.reply
    .status(status)
    .header('location', locationOf(exchange, upload))
    .header('range', rangeOf(size))
    .header('docker-upload-uuid', upload)
    .send()
}
