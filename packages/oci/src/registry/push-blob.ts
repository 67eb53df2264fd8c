import type { Descriptor } from '../model.ts'
import { OciError } from '../oci-error.ts'
import { ByteReader } from '../tar/byte-reader.ts'
import type { RegistryAnswer, RegistryClient } from './client.ts'
import { retry } from './retry.ts'

interface PushBlobOptions {
  chunkBytes: number
  progress: (bytes: number) => void
  signal: AbortSignal | undefined
}

/**
 * Sends one blob in chunks. The chunk in flight is held in memory: when the line breaks, the registry is asked how far it
 * got and only the rest of that chunk is sent again.
 */
export async function pushBlob(
  client: RegistryClient,
  blob: Descriptor,
  source: AsyncIterable<Uint8Array>,
  options: PushBlobOptions,
) {
  const { chunkBytes, progress, signal } = options
  const reader = new ByteReader(source)
  const begun = await retry(() => client.expect({ method: 'POST', path: 'blobs/uploads/', signal }, 202), signal)
  let location = await locationOf(begun)
  try {
    let sent = 0
    while (sent < blob.size) {
      const chunk = await reader.take(Math.min(chunkBytes, blob.size - sent))
      if (!chunk) throw new OciError('digest_mismatch', `${blob.digest} ends after ${sent} of ${blob.size} bytes`)
      location = await sendChunk(client, location, chunk, sent, signal)
      sent += chunk.length
      progress(chunk.length)
    }
    // The source checks the digest at its end.
    await reader.drain()
    const finish = new URL(location, 'http://registry')
    finish.searchParams.set('digest', blob.digest)
    const path = /^https?:/.test(location) ? finish.href : `${finish.pathname}${finish.search}`
    const done = await retry(
      () => client.expect({ method: 'PUT', path, headers: { 'content-length': '0' }, signal }, 201),
      signal,
    )
    await done.body.dump()
  } catch (error) {
    // What was begun is given back, so that a failed push leaves nothing behind. Failing at that changes nothing.
    const path = location
    await client.send({ method: 'DELETE', path }).then(
      (answer) => answer.body.dump(),
      () => {},
    )
    throw error
  } finally {
    await reader.close()
  }
}

async function sendChunk(
  client: RegistryClient,
  location: string,
  chunk: Buffer,
  start: number,
  signal: AbortSignal | undefined,
) {
  let at = location
  let offset = 0
  return retry(async (attempt) => {
    if (attempt > 0) {
      const status = await client.expect({ method: 'GET', path: at, signal }, 204)
      offset = received(status) - start
      if (offset < 0 || offset > chunk.length)
        throw new OciError('registry_refused', `the registry lost its place in an upload: it is at ${offset + start}`)
      at = await locationOf(status, at)
      if (offset === chunk.length) return at
    }
    const body = chunk.subarray(offset)
    const headers = {
      'content-type': 'application/octet-stream',
      'content-range': `${start + offset}-${start + chunk.length - 1}`,
    }
    at = await locationOf(await client.expect({ method: 'PATCH', path: at, headers, body, signal }, 202))
    return at
  }, signal)
}

/** How many bytes an upload holds, from its `range` header. Registries say `0-0` when they have nothing. */
function received(answer: RegistryAnswer): number {
  const match = /^(?:bytes=)?0-(\d+)$/.exec(String(answer.headers.range ?? ''))
  const last = Number(match?.[1] ?? 0)
  return last === 0 ? 0 : last + 1
}

async function locationOf(answer: RegistryAnswer, otherwise = ''): Promise<string> {
  await answer.body.dump()
  const location = String(answer.headers.location ?? otherwise)
  if (!location) throw new OciError('registry_refused', 'the registry began an upload without saying where')
  return location
}
