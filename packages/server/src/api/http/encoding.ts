import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const compressions: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
}

/** The smallest encoding that a caller takes, or undefined for none. */
export function acceptedEncoding(acceptEncoding: string | string[] | undefined): Encoding | undefined {
  const accepted = String(acceptEncoding ?? '')
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

/** Takes a thread of the pool, not the one that answers. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return compressions[encoding](bytes)
}
