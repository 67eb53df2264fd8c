import { once } from 'node:events'
import { open, rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { Abort } from '../../abort.ts'

/** Resolves when there is room for more. */
export type Write = (bytes: Uint8Array) => Promise<void>

/**
 * Lets something be written piece by piece: to a file that is there once it is whole, or to standard output. Each write resolves when
 * there is room for more, so no more than a piece is held.
 */
export async function writeWhole<T>(
  file: string | undefined,
  stdout: Writable,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  if (file === undefined) return work((bytes) => writeTo(stdout, bytes))
  const partial = `${file}.partial`
  const handle = await open(partial, 'w', 0o600)
  try {
    // A full disk may take a part of a single write without an error: this goes on until all is written, or fails.
    const result = await work(async (bytes) => handle.writeFile(bytes))
    await handle.close()
    await rename(partial, file)
    return result
  } catch (error) {
    await handle.close()
    await rm(partial, { force: true })
    throw error
  }
}

async function writeTo(stdout: Writable, bytes: Uint8Array): Promise<void> {
  if (stdout.destroyed) throw closed()
  if (stdout.write(bytes)) return
  const ended = new AbortController()
  const { signal } = ended
  try {
    await Promise.race([
      once(stdout, 'drain', { signal }),
      once(stdout, 'close', { signal }).then(() => Promise.reject(closed())),
    ])
  } finally {
    ended.abort()
  }
}

function closed(): Abort {
  return new Abort('output_closed', 'Standard output was closed before everything was written.')
}
