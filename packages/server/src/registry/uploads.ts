import { isDigest } from '@mkt/oci'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { discardUpload, finishUpload } from '../actions/image/finish-upload.ts'
import type { Origin } from '../actions/platform/origin.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { inWords, type Quota } from '../domain/image/quota.ts'
import { freeBytes } from '../lib/blocks.ts'
import { newId } from '../lib/ids.ts'
import { transaction } from '../store/database/transaction.ts'
import { UploadTooLarge } from '../store/image/blob-storage.ts'
import { linkBlob, linkedBlob, usedBytes } from '../store/image/blobs.ts'
import { insertUpload, touchUpload, uploadExists } from '../store/image/uploads.ts'
import type { Listing } from '../store/listing/listings.ts'
import { mayPull } from './authorize.ts'

import { RegistryError } from './registry-error.ts'

export interface Exchange {
  platform: Platform
  quota: Quota
  request: FastifyRequest
  reply: FastifyReply
  query: URLSearchParams
  listing: Listing
  origin: Origin
}

/** Uploads that a request of this process writes to or ends: two writers of one file would garble it. */
const writing = new Set<string>()

/** Runs the work while no other request may write to the upload or end it. */
async function alone<Result>(upload: string, work: () => Promise<Result>): Promise<Result> {
  if (writing.has(upload))
    throw new RegistryError('BLOB_UPLOAD_INVALID', 'Another request is writing to this upload. Wait until it ends.', {
      status: 409,
    })
  writing.add(upload)
  try {
    return await work()
  } finally {
    writing.delete(upload)
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
  return alone(upload, async () => {
    await receive(exchange, upload, 0)
    return finish(exchange, upload, digest)
  })
}

/** `GET`: how far an upload got. */
export async function uploadStatus(exchange: Exchange, upload: string): Promise<FastifyReply> {
  await requireUpload(exchange, upload)
  return position(exchange, upload, await exchange.platform.blobs.uploaded(upload), 204)
}

/** `PATCH`: the next chunk. */
export async function continueUpload(exchange: Exchange, upload: string): Promise<FastifyReply> {
  await requireUpload(exchange, upload)
  const size = await alone(upload, async () => receive(exchange, upload, await startOf(exchange, upload)))
  return position(exchange, upload, size, 202)
}

/** `PUT ?digest=`: the last chunk, if any, and the end. */
export async function endUpload(exchange: Exchange, upload: string): Promise<FastifyReply> {
  await requireUpload(exchange, upload)
  const digest = exchange.query.get('digest') ?? ''
  requireDigest(digest)
  return alone(upload, async () => {
    await receive(exchange, upload, await startOf(exchange, upload))
    return finish(exchange, upload, digest)
  })
}

/** `DELETE`: gives an upload up. */
export async function cancelUpload(exchange: Exchange, upload: string): Promise<FastifyReply> {
  await requireUpload(exchange, upload)
  await discardUpload(exchange.platform, upload)
  return exchange.reply.status(204).send()
}

async function mountBlob(platform: Platform, request: FastifyRequest, listing: Listing, digest: string, from: string) {
  if (!isDigest(digest)) return false
  const source = await mayPull(platform, request, from)
  if (source === undefined || (await linkedBlob(platform.db, source.id, digest)) === undefined) return false
  if ((await platform.blobs.size(digest)) === undefined) return false
  return transaction(platform.db, (trx) => linkBlob(trx, listing.id, digest, platform.clock.now()))
}

async function requireUpload({ platform, listing }: Exchange, upload: string): Promise<void> {
  if (!(await uploadExists(platform.db, listing.id, upload)))
    throw new RegistryError(
      'BLOB_UPLOAD_UNKNOWN',
      'There is no such upload: it ended, or nobody continued it for a day. Begin a new one.',
    )
}

function requireDigest(digest: string): void {
  if (!isDigest(digest))
    throw new RegistryError('DIGEST_INVALID', 'Give the digest as sha256: and 64 hexadecimal digits.')
}

/** Chunks come in order: one that does not begin where the upload ends is refused, with the place where it should. */
async function startOf(exchange: Exchange, upload: string): Promise<number> {
  const size = await exchange.platform.blobs.uploaded(upload)
  const range = exchange.request.headers['content-range']
  if (range === undefined) return size
  const [, start, end] = /^(?:bytes )?(\d+)-(\d+)(?:\/.*)?$/.exec(range) ?? []
  const length = exchange.request.headers['content-length']
  const fits = length === undefined || Number(end) - Number(start) + 1 === Number(length)
  if (start !== undefined && Number(start) === size && fits) return size
  throw new RegistryError('BLOB_UPLOAD_INVALID', `The chunk ${range} does not follow: the upload has ${size} bytes.`, {
    headers: { location: locationOf(exchange, upload), range: rangeOf(size), 'docker-upload-uuid': upload },
  })
}

async function receive(exchange: Exchange, upload: string, offset: number): Promise<number> {
  const { platform, request, quota, listing } = exchange
  const length = request.headers['content-length']
  if (length === '0' || (length === undefined && request.headers['transfer-encoding'] === undefined)) return offset
  let size: number | undefined
  try {
    const left = quota.organizationBytes - (await usedBytes(platform.db, listing.organizationId)) + offset
    const limit = Math.min(quota.imageBytes, Math.max(left, 0))
    // A stream that is destroyed takes the connection with it, and the refusal.
    const body = request.raw.iterator({ destroyOnReturn: false })
    size = await platform.blobs.append(upload, offset, freed(body), limit)
    return size
  } catch (error) {
    if (!(error instanceof UploadTooLarge)) throw error
    await discardUpload(platform, upload)
    throw tooLarge(exchange)
  } finally {
    size ??= await platform.blobs.uploaded(upload)
    await touchUpload(platform.db, upload, size, platform.clock.now())
  }
}

/** Frees each chunk when the next one is asked for: a gigabyte of them would keep the garbage collector busy. */
async function* freed(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    yield chunk
    freeBytes(chunk)
  }
}

async function finish(exchange: Exchange, upload: string, digest: string): Promise<FastifyReply> {
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

function tooLarge({ quota, listing }: Exchange): RegistryError {
  const image = inWords(quota.imageBytes)
  const all = inWords(quota.organizationBytes)
  return new RegistryError(
    'DENIED',
    `An image has at most ${image}, and all images of ${listing.organizationName} together at most ${all}. Make the image smaller, or delete images.`,
  )
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

function locationOf({ listing }: Exchange, upload: string): string {
  return `/v2/${listing.name}/blobs/uploads/${upload}`
}

function rangeOf(size: number): string {
  return `0-${Math.max(size - 1, 0)}`
}
