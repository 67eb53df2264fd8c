import type { FastifyReply, FastifyRequest } from 'fastify'
import { discardUpload } from '../actions/image/finish-upload.ts'
import type { HeldUpload } from '../actions/image/hold-upload.ts'
import type { Origin } from '../actions/platform/origin.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { inWords, type Quota } from '../domain/image/quota.ts'
import { freeBytes } from '../lib/blocks.ts'
import { UploadTooLarge } from '../store/image/blob-storage.ts'
import type { Listing } from '../store/listing/listings.ts'
import { RegistryError } from './registry-error.ts'
import { UploadRoom } from './upload-room.ts'

export interface Exchange {
  platform: Platform
  quota: Quota
  request: FastifyRequest
  reply: FastifyReply
  query: URLSearchParams
  listing: Listing
  origin: Origin
}

/** Chunks come in order: one that does not begin where the upload ends is refused, with the place where it should. */
export async function startOf(exchange: Exchange, upload: HeldUpload): Promise<number> {
  const size = await exchange.platform.blobs.uploaded(upload.place)
  const range = exchange.request.headers['content-range']
  if (range === undefined) return size
  const [, start, end] = /^(?:bytes )?(\d+)-(\d+)(?:\/.*)?$/.exec(range) ?? []
  const length = exchange.request.headers['content-length']
  const fits = length === undefined || Number(end) - Number(start) + 1 === Number(length)
  if (start !== undefined && Number(start) === size && fits) return size
  throw new RegistryError('BLOB_UPLOAD_INVALID', `The chunk ${range} does not follow: the upload has ${size} bytes.`, {
    headers: { location: locationOf(exchange, upload.id), range: rangeOf(size), 'docker-upload-uuid': upload.id },
  })
}

/** Adds the body of the request to the upload, and returns how many bytes that has then. */
export async function receive(exchange: Exchange, upload: HeldUpload, offset: number): Promise<number> {
  const { platform, request, quota, listing } = exchange
  const length = request.headers['content-length']
  if (length === '0' || (length === undefined && request.headers['transfer-encoding'] === undefined)) return offset
  try {
    const room = new UploadRoom(platform, quota, listing.organizationId, upload)
    const announced = Number(length ?? Number.NaN)
    if (announced > 0) await room.require(offset + announced, true)
    // A stream that is destroyed takes the connection with it, and the refusal.
    const body = request.raw.iterator({ destroyOnReturn: false })
    upload.size = await platform.blobs.append(
      upload.place,
      offset,
      freed(body, { upload, room, offset }),
      quota.imageBytes,
    )
    return upload.size
  } catch (error) {
    if (!(error instanceof UploadTooLarge)) throw error
    await discardUpload(platform, upload)
    throw tooLarge(exchange)
  } finally {
    if (!upload.ended) upload.size ??= await platform.blobs.uploaded(upload.place)
  }
}

/** Frees each chunk when the next one is asked for: a gigabyte of them would keep the garbage collector busy. */
async function* freed(
  body: AsyncIterable<Uint8Array>,
  { upload, room, offset }: { upload: HeldUpload; room: UploadRoom; offset: number },
): AsyncGenerator<Uint8Array> {
  let size = offset
  for await (const chunk of body) {
    upload.requireHeld()
    size += chunk.length
    await room.require(size)
    yield chunk
    freeBytes(chunk)
  }
}

export function tooLarge({ quota, listing }: Exchange): RegistryError {
  const image = inWords(quota.imageBytes)
  const all = inWords(quota.organizationBytes)
  return new RegistryError(
    'DENIED',
    `An image has at most ${image}, and all images of ${listing.organizationName} together at most ${all}. Make the image smaller, or delete images.`,
  )
}

export function locationOf({ listing }: Exchange, upload: string): string {
  return `/v2/${listing.name}/blobs/uploads/${upload}`
}

export function rangeOf(size: number): string {
  return `0-${Math.max(size - 1, 0)}`
}
