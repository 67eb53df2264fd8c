import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Image, mediaTypes, openImage } from '@mkt/oci'

const digestOf = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** An image of random layers in an OCI layout folder: what a push and a pull cost, without any compressing. */
export async function randomImage(dir: string, layers: number, layerBytes: number): Promise<Image> {
  const blobs = join(dir, 'blobs', 'sha256')
  mkdirSync(blobs, { recursive: true })
  const put = (bytes: Uint8Array, mediaType: string) => {
    const digest = digestOf(bytes)
    writeFileSync(join(blobs, digest.slice(7)), bytes)
    return { mediaType, digest, size: bytes.length }
  }
  const parts = Array.from({ length: layers }, () => put(randomBytes(layerBytes), mediaTypes.layer))
  const rootfs = { type: 'layers', diff_ids: parts.map((part) => part.digest) }
  const config = put(Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux', rootfs })), mediaTypes.config)
  const manifest = { schemaVersion: 2, mediaType: mediaTypes.manifest, config, layers: parts }
  const entry = put(Buffer.from(JSON.stringify(manifest)), mediaTypes.manifest)
  writeFileSync(join(dir, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [entry] }))
  return openImage({ layout: dir })
}

/** The same bytes from memory, so that several pushes at once do not wait for the disk of the reader. */
export async function inMemory(image: Image): Promise<Image> {
  const held = new Map<string, Buffer[]>()
  for (const blob of [...image.layers, image.manifest.config]) {
    const chunks: Buffer[] = []
    for await (const chunk of await image.blob(blob)) chunks.push(chunk as Buffer)
    held.set(blob.digest, chunks)
  }
  return { ...image, blob: async (blob) => Readable.from(held.get(blob.digest) ?? []) }
}
