import { OciError } from '../oci-error.ts'
import { ByteReader } from './byte-reader.ts'
import { blockSize, padding, parseHeader } from './header.ts'

export interface TarEntry {
  /** As written in the archive; not checked. */
  path: string
  linkPath: string
  type: 'file' | 'directory' | 'symlink' | 'link' | 'other'
  size: number
  mode: number
  mtime: number
  /** Where the content begins in the archive. */
  offset: number
  /** The content; what is not read is skipped. */
  body: AsyncIterable<Buffer>
}

// Long names and extended headers are held in memory, so a header that claims gigabytes is refused.
const extendedLimit = 1024 * 1024

const types: Record<string, TarEntry['type']> = {
  '0': 'file',
  '7': 'file',
  '1': 'link',
  '2': 'symlink',
  '5': 'directory',
}

/** Reads a tar (POSIX, pax and GNU long names) entry by entry and then to its very end. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(source)
  let extended: Record<string, string> = {}
  /** Bytes of all extended headers before one entry. */
  let held = 0
  try {
    for (;;) {
      const block = await reader.take(blockSize)
      const header = block && parseHeader(block)
      if (!header) break
      if ('xgLK'.includes(header.flag)) {
        held += header.size
        const body = await readExtended(reader, header.size, held)
        if (header.flag === 'x') Object.assign(extended, parsePax(body))
        else if (header.flag === 'L') extended.path = body.toString('utf8').replace(/\0.*$/s, '')
        else if (header.flag === 'K') extended.linkpath = body.toString('utf8').replace(/\0.*$/s, '')
        continue
      }
      if (header.flag === 'S' || Object.keys(extended).some((key) => key.startsWith('GNU.sparse')))
        throw new OciError('unsupported', `the archive holds ${header.path} as a sparse file, which layers do not`)
      const type = types[header.flag] ?? 'other'
      const size = type === 'file' || type === 'other' ? sizeOf(extended.size, header.size) : 0
      const path = extended.path ?? header.path
      const end = reader.offset + size
      yield {
        path,
        linkPath: extended.linkpath ?? header.linkPath,
        type: type === 'file' && path.endsWith('/') ? 'directory' : type,
        size,
        mode: header.mode,
        mtime: header.mtime,
        offset: reader.offset,
        body: reader.stream(size),
      }
      await reader.skip(end - reader.offset + padding(size))
      extended = {}
      held = 0
    }
    await reader.drain()
  } finally {
    await reader.close()
  }
}

function sizeOf(pax: string | undefined, plain: number): number {
  const size = pax === undefined ? plain : Number(pax)
  if (!Number.isSafeInteger(size) || size < 0) throw new OciError('archive_invalid', 'an entry has a malformed size')
  return size
}

async function readExtended(reader: ByteReader, size: number, held: number): Promise<Buffer> {
  if (held > extendedLimit)
    throw new OciError('limit_exceeded', `the extended tar headers of an entry are larger than ${extendedLimit} bytes`)
  const body = size === 0 ? Buffer.alloc(0) : await reader.take(size)
  if (!body) throw new OciError('archive_invalid', 'the archive ends in the middle of a header')
  await reader.skip(padding(size))
  return body
}

function parsePax(body: Buffer): Record<string, string> {
  const records: Record<string, string> = {}
  let at = 0
  while (at < body.length) {
    const space = body.indexOf(0x20, at)
    const length = space === -1 ? Number.NaN : Number(body.toString('latin1', at, space))
    if (!Number.isInteger(length) || length < 5 || at + length > body.length)
      throw new OciError('archive_invalid', 'an extended tar header is malformed')
    const record = body.toString('utf8', space + 1, at + length - 1)
    const equals = record.indexOf('=')
    if (equals > 0 && record.slice(0, equals) !== '__proto__')
      records[record.slice(0, equals)] = record.slice(equals + 1)
    at += length
  }
  return records
}
