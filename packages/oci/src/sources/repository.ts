import { Readable } from 'node:stream'
import { assertDigest, digestOf, isDigest, readAll } from '../digest.ts'
import { type Descriptor, type Limits, mediaTypes, type Repository } from '../model.ts'
import { OciError } from '../oci-error.ts'
import { RegistryClient } from '../registry/client.ts'
import { retry } from '../registry/retry.ts'
import type { OpenedSource } from './opened-source.ts'

const accept = [mediaTypes.manifest, mediaTypes.index, mediaTypes.dockerManifest, mediaTypes.dockerIndex].join(', ')

/** An image of a registry. A tag is looked up once, so that all reading is of the same image. */
export async function openRepository(from: Repository, reference: string, limits: Limits): Promise<OpenedSource> {
  const client = new RegistryClient(from, 'pull')
  const fetchManifest = (name: string) =>
    retry(async () => {
      const answer = await client.expect({ method: 'GET', path: `manifests/${name}`, headers: { accept } }, 200)
      return readAll(answer.body, limits.documentBytes, 'the manifest')
    })
  try {
    const bytes = await fetchManifest(reference)
    const digest = isDigest(reference) ? reference : digestOf(bytes)
    assertDigest(bytes, digest, 'the manifest')
    return {
      digest,
      source: {
        manifest: async (wanted) => (wanted === digest ? bytes : fetchManifest(wanted)),
        open: async (descriptor) => Readable.from(resumed(client, descriptor), { objectMode: false }),
        close: () => client.close(),
      },
    }
  } catch (error) {
    await client.close()
    throw error
  }
}

/** A blob's bytes; when the line breaks the rest is asked for from where it broke. */
async function* resumed(client: RegistryClient, { digest, size }: Descriptor): AsyncGenerator<Buffer> {
  let offset = 0
  for (let breaks = 0; offset < size || size === 0; ) {
    const from = offset
    const answer = await retry(() =>
      client.expect(
        { method: 'GET', path: `blobs/${digest}`, headers: from > 0 ? { range: `bytes=${from}-` } : {} },
        ...(from > 0 ? [206] : [200]),
      ),
    )
    try {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        offset += chunk.length
        yield chunk
      }
      // A body that ends early without an error is not a broken line; the digest check will say what is wrong.
      return
    } catch (error) {
      breaks += 1
      if (breaks > 5)
        throw new OciError('registry_unreachable', `the line broke ${breaks} times while reading ${digest}`, {
          cause: error,
        })
    }
  }
}
