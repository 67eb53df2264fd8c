import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OciError } from '../oci-error.ts'
import { type Architecture, architectures } from './architecture.ts'

/** Whether the file is a 64-bit ELF program or library of an architecture. */
export async function isFor(path: string, architecture: Architecture): Promise<boolean> {
  const file = await open(path, 'r')
  const header = await bytesAt(file, 0, 20).finally(() => file.close())
  return isElf64(header) && header.readUInt16LE(18) === architectures[architecture].machine
}

/** Fails unless the program runs where the image runs. */
export async function assertFor(path: string, architecture: Architecture, way: string): Promise<void> {
  if (await isFor(path, architecture)) return
  throw new OciError(
    'build_impossible',
    `${path} is not a Linux ${architecture} program; build on such a machine, ${way}, or build with Docker`,
  )
}

const PT_LOAD = 1
const PT_DYNAMIC = 2
const DT_NEEDED = 1n
const DT_STRTAB = 5n
/** Where the loader looks first: the older tag and the present one. */
const DT_PATHS: readonly bigint[] = [15n, 29n]
const MAX_HEADERS = 200
const MAX_BYTES = 1024 ** 2

/** What a program or library says of those that it is linked with. */
export interface Linking {
  /** Their names. */
  needed: string[]
  /** Folders that it has them looked for in first. */
  folders: string[]
}

const nothing: Linking = { needed: [], folders: [] }

/** How a program or library is linked; read from the file, since one of another architecture cannot be run. */
export async function linkingOf(path: string): Promise<Linking> {
  const file = await open(path, 'r')
  try {
    const header = await bytesAt(file, 0, 64)
    if (!isElf64(header) || header.length < 64) return nothing
    const [start, size, count] = [Number(header.readBigUInt64LE(32)), header.readUInt16LE(54), header.readUInt16LE(56)]
    if (size < 56 || count > MAX_HEADERS) return nothing
    const table = await bytesAt(file, start, size * count)
    const segments = Array.from({ length: Math.floor(table.length / size) }, (_, index) => {
      const at = index * size
      return {
        type: table.readUInt32LE(at),
        offset: Number(table.readBigUInt64LE(at + 8)),
        address: Number(table.readBigUInt64LE(at + 16)),
        bytes: Number(table.readBigUInt64LE(at + 32)),
      }
    })
    const dynamic = segments.find(({ type }) => type === PT_DYNAMIC)
    if (dynamic === undefined) return nothing
    const entries = await bytesAt(file, dynamic.offset, Math.min(dynamic.bytes, MAX_BYTES))
    const tags = Array.from({ length: Math.floor(entries.length / 16) }, (_, index) => ({
      tag: entries.readBigUInt64LE(index * 16),
      value: Number(entries.readBigUInt64LE(index * 16 + 8)),
    }))
    const strings = tags.find(({ tag }) => tag === DT_STRTAB)?.value ?? 0
    const home = segments.find(
      ({ type, address, bytes }) => type === PT_LOAD && address <= strings && strings < address + bytes,
    )
    if (home === undefined) return nothing
    const at = home.offset + strings - home.address
    const texts = (wanted: readonly bigint[]) =>
      Promise.all(tags.filter(({ tag }) => wanted.includes(tag)).map(({ value }) => textAt(file, at + value)))
    const folders = (await texts(DT_PATHS)).flatMap((list) => list.split(':'))
    return {
      needed: await texts([DT_NEEDED]),
      folders: folders.map((folder) => folder.replaceAll(/\$\{?ORIGIN\}?/g, dirname(path))),
    }
  } finally {
    await file.close()
  }
}

async function textAt(file: FileHandle, at: number): Promise<string> {
  const bytes = await bytesAt(file, at, 4096)
  const end = bytes.indexOf(0)
  return bytes.toString('latin1', 0, end < 0 ? bytes.length : end)
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, at)
  return buffer.subarray(0, bytesRead)
}

function isElf64(header: Buffer): boolean {
  return header.length >= 20 && header.toString('latin1', 1, 4) === 'ELF' && header[4] === 2
}
