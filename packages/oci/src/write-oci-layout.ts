import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Descriptor, type Image, type ImageIndex, mediaTypes, type TransferOptions } from './model.ts'
import { blobPath } from './sources/layout.ts'
import { transferBlobs } from './transfer-blobs.ts'

export const layoutMarker = '{"imageLayoutVersion":"1.0.0"}'

/**
 * Writes (or adds) the image to an OCI layout directory; `name` becomes its reference name. Blobs that are there are
 * skipped; each blob appears whole or not at all.
 *
 * ```ts
 * await writeOciLayout(image, './out', { name: '1.2.0' })
 * ```
 */
export async function writeOciLayout(
  image: Image,
  dir: string,
  options: TransferOptions & { name?: string } = {},
): Promise<void> {
  await mkdir(join(dir, 'blobs', 'sha256'), { recursive: true })
  await transferBlobs(image, options, async (descriptor, progress) => {
    const path = blobPath(dir, descriptor.digest)
    const there = await stat(path).catch(() => undefined)
    if (there?.size === descriptor.size) return 'skipped'
    await writeBlob(image, descriptor, path, progress)
    return 'done'
  })
  await writeWhole(blobPath(dir, image.digest), image.manifestBytes)
  await writeWhole(join(dir, 'oci-layout'), layoutMarker)
  const known = await readFile(join(dir, 'index.json'), 'utf8').catch(() => undefined)
  const index = layoutIndex(image, options.name, known ? (JSON.parse(known) as ImageIndex) : undefined)
  await writeWhole(join(dir, 'index.json'), JSON.stringify(index))
}

/** The index of a layout after an image was added: a name points at one image, an image is listed once per name. */
export function layoutIndex(image: Image, name: string | undefined, before?: ImageIndex): ImageIndex {
  const key = 'org.opencontainers.image.ref.name'
  const others = (before?.manifests ?? []).filter((entry) =>
    name === undefined ? entry.digest !== image.digest : entry.annotations?.[key] !== name,
  )
  const entry: Descriptor = {
    mediaType: image.mediaType,
    digest: image.digest,
    size: image.manifestBytes.length,
    platform: image.platform,
    ...(name === undefined ? {} : { annotations: { [key]: name } }),
  }
  return { schemaVersion: 2, mediaType: mediaTypes.index, manifests: [...others, entry] }
}

async function writeBlob(image: Image, descriptor: Descriptor, path: string, progress: (bytes: number) => void) {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    const count = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        progress(chunk.length)
        yield chunk
      }
    }
    await pipeline(await image.blob(descriptor), count, createWriteStream(temporary))
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  await writeFile(temporary, content)
  await rename(temporary, path)
}
