import { readAll } from '../digest.ts'
import type { Descriptor, Image, Repository, TransferOptions } from '../model.ts'
import { transferBlobs } from '../transfer-blobs.ts'
import { RegistryClient } from './client.ts'
import { pushBlob } from './push-blob.ts'
import { retry } from './retry.ts'

export interface PushOptions extends TransferOptions {
  /** Name to give the image there; without one it is reachable by digest alone. */
  tag?: string
  /** Bytes per chunk of a large blob; default 8 MB. */
  chunkBytes?: number
  /** Other repositories of the same registry that may have blobs of this image already. */
  mountFrom?: string[]
}

export interface PushResult {
  digest: string
  /** Blobs sent, and blobs the registry had already. */
  uploaded: string[]
  skipped: string[]
}

/**
 * Pushes an image: blobs several at a time in resumable chunks, those that are there skipped, the manifest last. A push
 * that was broken off is simply done again.
 *
 * ```ts
 * await pushImage(image, { registry: 'http://127.0.0.1:7070', repository: 'acme/rater', credentials }, { tag: '1.2.0' })
 * ```
 */
export async function pushImage(image: Image, to: Repository, options: PushOptions = {}): Promise<PushResult> {
  const client = new RegistryClient(to, 'pull,push', options.mountFrom)
  const { signal } = options
  try {
    const { done, skipped } = await transferBlobs(image, options, async (blob, progress) => {
      if (await isThere(client, blob, signal)) return 'skipped'
      if (await mounted(client, blob, options.mountFrom ?? [], signal)) return 'skipped'
      const source = await image.blob(blob)
      await pushBlob(client, blob, source, { chunkBytes: options.chunkBytes ?? 8 * 1024 ** 2, progress, signal })
      return 'done'
    })
    const headers = { 'content-type': image.mediaType }
    const path = `manifests/${options.tag ?? image.digest}`
    const answer = await retry(
      () => client.expect({ method: 'PUT', path, headers, body: image.manifestBytes, signal }, 201),
      signal,
    )
    await readAll(answer.body, 64 * 1024, 'the answer')
    return { digest: image.digest, uploaded: done, skipped }
  } finally {
    await client.close()
  }
}

async function isThere(
  client: RegistryClient,
  { digest }: Descriptor,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const answer = await retry(() => client.expect({ method: 'HEAD', path: `blobs/${digest}`, signal }, 200, 404), signal)
  await answer.body.dump()
  return answer.statusCode === 200
}

async function mounted(
  client: RegistryClient,
  { digest }: Descriptor,
  from: string[],
  signal: AbortSignal | undefined,
) {
  for (const repository of from) {
    const path = `blobs/uploads/?mount=${digest}&from=${encodeURIComponent(repository)}`
    const answer = await client.expect({ method: 'POST', path, signal }, 201, 202)
    await answer.body.dump()
    if (answer.statusCode === 201) return true
    // A registry that does not mount opens an upload instead; it is given back unused.
    const location = String(answer.headers.location ?? '')
    if (location) await (await client.send({ method: 'DELETE', path: location, signal })).body.dump()
  }
  return false
}
