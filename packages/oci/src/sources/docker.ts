import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'undici'
import type { Limits } from '../model.ts'
import { OciError } from '../oci-error.ts'
import { openArchive } from './archive.ts'
import type { OpenedSource } from './opened-source.ts'

/** An image of a local Docker or Podman: saved through the engine's socket to a temporary file and opened from there. */
export async function openDocker(reference: string, socket: string, limits: Limits): Promise<OpenedSource> {
  const dir = await mkdtemp(join(tmpdir(), 'mkt-docker-'))
  const remove = () => rm(dir, { recursive: true, force: true })
  const file = join(dir, 'image.tar')
  const client = new Client('http://localhost', { socketPath: socket })
  try {
    const answer = await client.request({ method: 'GET', path: `/images/${encodeURIComponent(reference)}/get` })
    if (answer.statusCode === 404) throw new OciError('image_missing', `Docker has no image ${reference}`)
    if (answer.statusCode !== 200)
      throw new OciError('image_missing', `Docker answered ${answer.statusCode} when asked for ${reference}`)
    await pipeline(answer.body, createWriteStream(file, { mode: 0o600 }))
    const opened = await openArchive(file, undefined, limits)
    const close = async () => {
      await opened.source.close?.()
      await remove()
    }
    return { digest: opened.digest, source: { ...opened.source, close } }
  } catch (error) {
    await remove()
    if (error instanceof OciError) throw error
    throw new OciError('image_missing', `Docker cannot be asked through ${socket}: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    await client.close()
  }
}
