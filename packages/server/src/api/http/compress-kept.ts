import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, compress, type Encoding } from './encoding.ts'

interface Kept {
  etag: string
  encoded: Map<Encoding, Promise<Buffer>>
}

/** Smaller than this, compressing saves no packet. */
const SMALL = 1_024
const texts = /^(text\/|image\/svg|application\/(json|schema\+json))/

/**
 * A hook for routes that answer with bytes which are held, the same ones each time: they are compressed once for each encoding, and a browser that has them
 * is told so instead of getting them again. What is made for one answer alone passes as it is.
 */
export function compressKept() {
  const known = new WeakMap<Buffer, Kept>()
  const keptOf = (bytes: Buffer): Kept => {
    let kept = known.get(bytes)
    if (kept === undefined) {
      kept = { etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 27), encoded: new Map() }
      known.set(bytes, kept)
    }
    return kept
  }
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (!Buffer.isBuffer(payload) || reply.statusCode !== 200) return payload
    const kept = keptOf(payload)
    const isText = texts.test(String(reply.getHeader('content-type')))
    const encoding =
      isText && payload.length >= SMALL ? acceptedEncoding(request.headers['accept-encoding']) : undefined
    const etag = `"${kept.etag}${encoding === undefined ? '' : `-${encoding}`}"`
    reply.header('etag', etag)
    if (isText) reply.header('vary', 'accept-encoding')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === etag) {
      reply.status(304).removeHeader('content-length')
      return null
    }
    if (encoding === undefined) return payload
    const encoded = kept.encoded.get(encoding) ?? compress(payload, encoding)
    kept.encoded.set(encoding, encoded)
    const bytes = await encoded.catch((error: unknown) => {
      // A failure is not kept: the next request compresses again.
      kept.encoded.delete(encoding)
      throw error
    })
    reply.header('content-encoding', encoding).header('content-length', bytes.length)
    return bytes
  }
}
