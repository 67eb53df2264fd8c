import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Descriptor, Image } from './model.ts'
import { type TarItem, writeTar } from './tar/write-tar.ts'
import { layoutIndex, layoutMarker } from './write-oci-layout.ts'

/**
 * Writes a tar that is an OCI layout and, for `docker load`, a docker-archive at once. The file appears whole or not at all.
 *
 * ```ts
 * await writeArchive(image, 'app.tar', { name: 'acme/rater:1.2.0' })
 * ```
 */
export async function writeArchive(image: Image, file: string, options: { name?: string } = {}): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    await pipeline(Readable.from(writeTar(items(image, options.name))), createWriteStream(temporary))
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function* items(image: Image, name: string | undefined): AsyncGenerator<TarItem> {
  const blobs = new Map([...image.layers, image.manifest.config].map((blob) => [blob.digest, blob]))
  const docker = [
    {
      Config: pathOf(image.manifest.config),
      RepoTags: name?.includes(':') ? [name] : [],
      Layers: image.layers.map(pathOf),
    },
  ]
  yield text('oci-layout', layoutMarker)
  yield text('index.json', JSON.stringify(layoutIndex(image, name)))
  yield text('manifest.json', JSON.stringify(docker))
  yield { type: 'directory', path: 'blobs' }
  yield { type: 'directory', path: 'blobs/sha256' }
  yield text(pathOf(image), image.manifestBytes)
  for (const blob of blobs.values()) {
    const stream = await image.blob(blob)
    yield { type: 'file', path: pathOf(blob), size: blob.size, content: () => stream }
  }
}

function pathOf({ digest }: Pick<Descriptor, 'digest'>): string {
  return `blobs/sha256/${digest.slice('sha256:'.length)}`
}

function text(path: string, content: string | Uint8Array): TarItem {
  const bytes = Buffer.from(content as Uint8Array)
  return { type: 'file', path, size: bytes.length, content: () => [bytes] }
}
