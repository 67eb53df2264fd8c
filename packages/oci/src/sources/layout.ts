import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDigest } from '../digest.ts'
import { parseDocument } from '../image.ts'
import type { BlobSource, ImageIndex } from '../model.ts'
import { OciError } from '../oci-error.ts'
import { chooseReference } from './choose-reference.ts'
import type { OpenedSource } from './opened-source.ts'

/** An OCI layout directory. */
export async function openLayout(dir: string, reference?: string): Promise<OpenedSource> {
  const text = await readFile(join(dir, 'index.json')).catch((error: unknown) => {
    throw new OciError('image_missing', `${dir} is not an OCI layout: it has no index.json`, { cause: error })
  })
  const index = parseDocument<ImageIndex>(text, 'index.json')
  return { source: layoutSource(dir), digest: chooseReference(index, reference, dir).digest }
}

export function layoutSource(dir: string): BlobSource {
  return {
    open: async ({ digest }) => createReadStream(await existing(dir, digest), { highWaterMark: 256 * 1024 }),
    manifest: async (digest) => readFile(await existing(dir, digest)),
  }
}

/** Where a layout keeps a blob. */
export function blobPath(dir: string, digest: string): string {
  if (!isDigest(digest)) throw new OciError('image_invalid', `${JSON.stringify(digest)} is not a digest`)
  return join(dir, 'blobs', 'sha256', digest.slice('sha256:'.length))
}

async function existing(dir: string, digest: string): Promise<string> {
  const path = blobPath(dir, digest)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new OciError('image_missing', `${dir} lacks the blob ${digest}`)
  return path
}
