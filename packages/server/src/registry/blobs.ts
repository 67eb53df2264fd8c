import { isDigest } from '@mkt/oci'
import type { FastifyReply } from 'fastify'
import { transaction } from '../store/database/transaction.ts'
import { linkedBlob, unlinkBlob } from '../store/image/blobs.ts'
import { isPart } from '../store/image/images.ts'
import type { Exchange } from './receive-chunk.ts'
import { RegistryError } from './registry-error.ts'

/** `GET` and `HEAD` of a blob, whole or a range. */
export async function getBlob(exchange: Exchange, digest: string): Promise<FastifyReply> {
  const { platform, request, reply, listing } = exchange
  if (!isDigest(digest))
    throw new RegistryError('DIGEST_INVALID', 'Give the digest as sha256: and 64 hexadecimal digits.')
  const linked = await linkedBlob(platform.db, listing.id, digest)
  // A blob whose bytes are lost counts as absent: the next push brings them back.
  const size = linked === undefined ? undefined : await platform.blobs.size(digest)
  if (size === undefined) throw new RegistryError('BLOB_UNKNOWN', `${listing.name} has no blob ${digest}.`)
  reply.header('docker-content-digest', digest).header('accept-ranges', 'bytes').header('etag', `"${digest}"`)
  reply
    .header('content-type', 'application/octet-stream')
    .header('cache-control', 'private, max-age=31536000, immutable')
  const range = parseRange(request.headers.range, size)
  if (range === 'unsatisfiable')
    throw new RegistryError('SIZE_INVALID', `The blob has ${size} bytes.`, {
      status: 416,
      headers: { 'content-range': `bytes */${size}` },
    })
  const { start, end } = range ?? { start: 0, end: size - 1 }
  reply.header('content-length', String(end - start + 1))
  if (range !== undefined) reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`)
  if (request.method === 'HEAD' || size === 0) return reply.send(request.method === 'HEAD' ? undefined : '')
  const address = platform.blobs.address(digest)
  if (address !== undefined) return redirectTo(reply, address)
  return reply.send(await platform.blobs.open(digest, { start, end }))
}

/** The address ends soon: a cache must neither keep the redirect nor take it for the blob. */
function redirectTo(reply: FastifyReply, address: string): FastifyReply {
  for (const name of ['content-length', 'content-range', 'etag']) reply.removeHeader(name)
  return reply.header('cache-control', 'no-store').redirect(address, 307)
}

/** `DELETE` of a blob: its repository no longer sees it. One that an image consists of stays. */
export async function deleteBlob(exchange: Exchange, digest: string): Promise<FastifyReply> {
  const { platform, listing, reply } = exchange
  await transaction(platform.db, async (trx) => {
    if (await isPart(trx, listing.id, digest))
      throw new RegistryError('DENIED', `An image of ${listing.name} consists of ${digest}. Delete the image first.`)
    if (!(await unlinkBlob(trx, listing.id, digest)))
      throw new RegistryError('BLOB_UNKNOWN', `${listing.name} has no blob ${digest}.`)
  })
  return reply.status(202).send()
}

/** One range of a request, `undefined` for the whole; a form we do not know is ignored, as HTTP says. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}
