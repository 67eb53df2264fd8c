import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { isDigest, readAll } from '../digest.ts'
import { parseDocument } from '../image.ts'
import type { ImageIndex, Limits } from '../model.ts'
import { OciError } from '../oci-error.ts'
import { readTar } from '../tar/read-tar.ts'
import type { ArchiveFiles } from './archive-files.ts'
import { chooseReference } from './choose-reference.ts'
import { openDockerArchive } from './docker-archive.ts'
import type { OpenedSource } from './opened-source.ts'

/** A tar file holding an OCI layout or a docker-archive; a compressed one is unpacked to a temporary file first. */
export async function openArchive(file: string, reference: string | undefined, limits: Limits): Promise<OpenedSource> {
  const plain = await plainTar(file, limits)
  try {
    const files = await indexTar(plain.path, limits)
    const opened = files.has('index.json')
      ? await openLayoutArchive(files, reference, file)
      : await openDockerArchive(files, reference, file)
    return { digest: opened.digest, source: { ...opened.source, close: plain.remove } }
  } catch (error) {
    await plain.remove()
    throw error
  }
}

async function openLayoutArchive(
  files: ArchiveFiles,
  reference: string | undefined,
  file: string,
): Promise<OpenedSource> {
  const index = parseDocument<ImageIndex>(await files.read('index.json'), 'index.json')
  const path = (digest: string) => {
    if (!isDigest(digest)) throw new OciError('image_invalid', `${JSON.stringify(digest)} is not a digest`)
    return `blobs/sha256/${digest.slice('sha256:'.length)}`
  }
  return {
    digest: chooseReference(index, reference, file).digest,
    source: {
      open: async ({ digest }) => files.open(path(digest)),
      manifest: (digest) => files.read(path(digest)),
    },
  }
}

async function plainTar(file: string, limits: Limits): Promise<{ path: string; remove: () => Promise<void> }> {
  const magic = Buffer.alloc(2)
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw new OciError('image_missing', `the archive ${file} cannot be read`, { cause: error })
  })
  await handle.read(magic, 0, 2, 0).finally(() => handle.close())
  if (magic[0] !== 0x1f || magic[1] !== 0x8b) return { path: file, remove: async () => {} }
  const dir = await mkdtemp(join(tmpdir(), 'mkt-archive-'))
  const remove = () => rm(dir, { recursive: true, force: true })
  const path = join(dir, 'archive.tar')
  let left = limits.unpackedBytes
  const limit = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      left -= chunk.length
      if (left < 0)
        throw new OciError('limit_exceeded', `the archive unpacks to more than ${limits.unpackedBytes} bytes`)
      yield chunk
    }
  }
  try {
    await pipeline(createReadStream(file), createGunzip(), limit, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await remove()
    if (error instanceof OciError) throw error
    throw new OciError('archive_invalid', `the archive ${file} cannot be unpacked: ${(error as Error).message}`, {
      cause: error,
    })
  }
  return { path, remove }
}

async function indexTar(file: string, limits: Limits): Promise<ArchiveFiles> {
  const found = new Map<string, { offset: number; size: number } | { link: string }>()
  for await (const entry of readTar(createReadStream(file, { highWaterMark: 1024 * 1024 }))) {
    const path = posix.normalize(entry.path)
    if (entry.type === 'file') found.set(path, { offset: entry.offset, size: entry.size })
    else if (entry.type === 'symlink') found.set(path, { link: posix.join(posix.dirname(path), entry.linkPath) })
    else if (entry.type === 'link') found.set(path, { link: posix.normalize(entry.linkPath) })
    if (found.size > limits.entries) throw new OciError('limit_exceeded', 'the archive holds more files than allowed')
  }
  const locate = (path: string) => {
    let at = found.get(posix.normalize(path))
    // Links stay inside the archive by construction: they are only looked up here.
    for (let hops = 0; at && 'link' in at && hops < 8; hops += 1) at = found.get(at.link)
    return at && !('link' in at) ? at : undefined
  }
  const need = (path: string) => {
    const at = locate(path)
    if (!at) throw new OciError('image_missing', `the archive lacks ${path}`)
    return at
  }
  const openFile = (path: string) => {
    const { offset, size } = need(path)
    if (size === 0) return Readable.from([])
    return createReadStream(file, { start: offset, end: offset + size - 1, highWaterMark: 256 * 1024 })
  }
  return {
    has: (path) => locate(path) !== undefined,
    size: (path) => need(path).size,
    open: openFile,
    read: (path) => readAll(openFile(path), limits.documentBytes, path),
  }
}
