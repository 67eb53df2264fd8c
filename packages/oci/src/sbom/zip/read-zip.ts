import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { OciError } from '../../oci-error.ts'
import type { ByteSource } from './byte-source.ts'

export interface ZipEntry {
  name: string
  /** 0: stored, 8: deflated; others are not read. */
  method: number
  encrypted: boolean
  packedSize: number
  size: number
  offset: number
}

export interface ZipLimits {
  entries: number
  directoryBytes: number
}

const inflate = promisify(inflateRaw)
const endSize = 22
const longestComment = 65_535

/** The table of contents of a zip archive. */
export async function readZipDirectory(source: ByteSource, limits: ZipLimits): Promise<ZipEntry[]> {
  const { offset, size, entries, base } = await findDirectory(source)
  if (entries > limits.entries || size > limits.directoryBytes)
    throw new OciError('limit_exceeded', `the zip archive has ${entries} entries; at most ${limits.entries} are read`)
  const directory = await source.read(base + offset, size)
  const found: ZipEntry[] = []
  for (let at = 0; at + 46 <= directory.length && found.length < entries; ) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw damaged('its table of contents is malformed')
    const nameLength = directory.readUInt16LE(at + 28)
    const extraLength = directory.readUInt16LE(at + 30)
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const plain = {
      size: directory.readUInt32LE(at + 24),
      packedSize: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    }
    const flags = directory.readUInt16LE(at + 8)
    const place = widened(plain, extra)
    found.push({
      name,
      method: directory.readUInt16LE(at + 10),
      encrypted: (flags & 1) !== 0,
      ...place,
      offset: base + place.offset,
    })
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32)
  }
  if (found.length !== entries) throw damaged('its table of contents ends early')
  return found
}

/** The content of one entry; more than `maxBytes` is refused, whatever the table of contents claims. */
export async function readZipEntry(source: ByteSource, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
  if (entry.encrypted) throw new OciError('unsupported', `${entry.name} is encrypted`)
  if (entry.size > maxBytes || entry.packedSize > maxBytes) throw tooLarge(entry.name, maxBytes)
  const header = await source.read(entry.offset, 30)
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50)
    throw damaged(`${entry.name} is not where it should be`)
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = await source.read(start, entry.packedSize)
  if (packed.length !== entry.packedSize) throw damaged(`${entry.name} ends early`)
  if (entry.method === 0) return packed
  if (entry.method !== 8) throw new OciError('unsupported', `${entry.name} is packed by method ${entry.method}`)
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(entry.name, maxBytes)
    throw damaged(`${entry.name} cannot be unpacked`)
  }
}

async function findDirectory(
  source: ByteSource,
): Promise<{ offset: number; size: number; entries: number; base: number }> {
  const tailSize = Math.min(source.size, endSize + longestComment)
  const tail = await source.read(source.size - tailSize, tailSize)
  for (let at = tail.length - endSize; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue
    const plain = {
      entries: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    }
    const wide = plain.entries === 0xffff || plain.size === 0xffffffff || plain.offset === 0xffffffff
    const found = wide ? ((await wideDirectory(source, tail, at)) ?? plain) : plain
    // A launcher script may stand before the archive, and places count from its end.
    const base = wide ? 0 : source.size - tail.length + at - found.size - found.offset
    if (found.offset + found.size > source.size || base < 0) throw damaged('its table of contents lies outside of it')
    return { ...found, base }
  }
  throw damaged('it has no table of contents')
}

async function wideDirectory(source: ByteSource, tail: Buffer, end: number) {
  const at = end - 20
  if (at < 0 || tail.readUInt32LE(at) !== 0x07064b50) return undefined
  const record = await source.read(wideNumber(tail, at + 8), 56)
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) throw damaged('its table of contents is malformed')
  return { entries: wideNumber(record, 32), size: wideNumber(record, 40), offset: wideNumber(record, 48) }
}

/** Sizes above 4 GB stand in an extra field, in this order and only where the plain one is full. */
function widened(plain: { size: number; packedSize: number; offset: number }, extra: Buffer) {
  const result = { ...plain }
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    for (const key of ['size', 'packedSize', 'offset'] as const) {
      if (plain[key] !== 0xffffffff || next + 8 > extra.length) continue
      result[key] = wideNumber(extra, next)
      next += 8
    }
  }
  return result
}

function wideNumber(bytes: Buffer, at: number): number {
  const value = Number(bytes.readBigUInt64LE(at))
  if (!Number.isSafeInteger(value)) throw damaged('it holds a number that is too large')
  return value
}

function damaged(what: string): OciError {
  return new OciError('archive_invalid', `the zip archive cannot be read: ${what}`)
}

function tooLarge(name: string, maxBytes: number): OciError {
  return new OciError('limit_exceeded', `${name} is larger than ${maxBytes} bytes`)
}
