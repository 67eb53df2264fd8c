import { OciError } from '../oci-error.ts'

export const blockSize = 512

export interface TarHeader {
  path: string
  linkPath: string
  /** The type flag as a character; a NUL reads as '0'. */
  flag: string
  size: number
  mode: number
  mtime: number
}

/** Reads one header block; `undefined` for a block of zeros, which ends an archive. */
export function parseHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined
  const stored = number(block, 148, 8)
  let sum = 8 * 32
  for (let at = 0; at < blockSize; at += 1) if (at < 148 || at >= 156) sum += block[at] ?? 0
  if (sum !== stored) throw new OciError('archive_invalid', 'a tar header has a wrong checksum')
  const ustar = block.toString('latin1', 257, 262) === 'ustar'
  // GNU tar keeps other things where POSIX keeps the prefix.
  const prefix = ustar && block[263] === 0x30 ? text(block, 345, 155) : ''
  const name = text(block, 0, 100)
  const flag = block[156] === 0 ? '0' : String.fromCharCode(block[156] ?? 0)
  return {
    path: prefix ? `${prefix}/${name}` : name,
    linkPath: text(block, 157, 100),
    flag,
    size: number(block, 124, 12),
    mode: number(block, 100, 8),
    mtime: number(block, 136, 12),
  }
}

/** Bytes that fill an entry's last block. */
export function padding(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize
}

function text(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end)
}

function number(block: Buffer, at: number, length: number): number {
  if (((block[at] ?? 0) & 0x80) !== 0) {
    // GNU's base 256: the highest bit marks it, the rest is a big-endian number.
    let value = (block[at] ?? 0) & 0x3f
    for (let i = at + 1; i < at + length; i += 1) value = value * 256 + (block[i] ?? 0)
    if (!Number.isSafeInteger(value))
      throw new OciError('archive_invalid', 'a tar header holds a number that is too large')
    return value
  }
  const digits = block
    .toString('latin1', at, at + length)
    .replace(/[\0 ]+$/, '')
    .trimStart()
  if (digits === '') return 0
  if (!/^[0-7]+$/.test(digits)) throw new OciError('archive_invalid', 'a tar header holds a malformed number')
  return Number.parseInt(digits, 8)
}

/** Writes one header block; whatever does not fit its field must be given by an extended header before it. */
export function formatHeader(header: TarHeader): Buffer {
  const block = Buffer.alloc(blockSize)
  block.write(header.path, 0, 100, 'utf8')
  block.write(octal(header.mode, 7), 100, 'latin1')
  block.write(octal(0, 7), 108, 'latin1')
  block.write(octal(0, 7), 116, 'latin1')
  block.write(octal(header.size > 0o77777777777 ? 0 : header.size, 11), 124, 'latin1')
  block.write(octal(header.mtime, 11), 136, 'latin1')
  block.write(' '.repeat(8), 148, 'latin1')
  block.write(header.flag, 156, 'latin1')
  block.write(header.linkPath, 157, 100, 'utf8')
  block.write('ustar\u000000', 257, 'latin1')
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 6)}\0 `, 148, 'latin1')
  return block
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}
