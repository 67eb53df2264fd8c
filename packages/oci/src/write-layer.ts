import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Descriptor, mediaTypes } from './model.ts'
import { blobPath } from './sources/layout.ts'
import { type TarItem, writeTar } from './tar/write-tar.ts'

export interface WrittenLayer {
  descriptor: Descriptor
  diffId: string
}

/** Writes a compressed layer into an OCI layout directory, under its digest. */
export async function writeLayer(dir: string, items: Iterable<TarItem>, level = 6): Promise<WrittenLayer> {
  const plain = createHash('sha256')
  const packed = createHash('sha256')
  let size = 0
  const hashPlain = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      plain.update(chunk)
      yield chunk
    }
  }
  const hashPacked = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      packed.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const temporary = join(dir, `layer-${process.pid}-${counter++}.tmp`)
  await mkdir(dir, { recursive: true })
  try {
    const gzip = createGzip({ level, chunkSize: 256 * 1024 })
    await pipeline(Readable.from(hashPlain(writeTar(items))), gzip, hashPacked, createWriteStream(temporary))
    const digest = `sha256:${packed.digest('hex')}`
    const path = blobPath(dir, digest)
    await mkdir(dirname(path), { recursive: true })
    await rename(temporary, path)
    return { descriptor: { mediaType: mediaTypes.layerGzip, digest, size }, diffId: `sha256:${plain.digest('hex')}` }
  } finally {
    await rm(temporary, { force: true })
  }
}

let counter = 0
