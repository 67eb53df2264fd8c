import type { Readable } from 'node:stream'
import type { BlobSource } from '@mkt/oci'
import type { Ask } from './image-task.ts'

/** A process that reads gets so many bytes at once, unless fewer are left. */
const PIECE_BYTES = 256 * 1024

export interface ServedBlobs {
  answer(ask: Ask): Promise<unknown>
  /** Closes what the process has left open. */
  close(): void
}

interface Opened {
  stream: Readable
  bytes: AsyncIterator<Buffer>
}

/** Numbers are never used again: what a process asks too late is about nothing of the next image. */
let last = 0

/** Answers a process that reads an image whose bytes are here. */
export function serveBlobs(blobs: BlobSource): ServedBlobs {
  const opened = new Map<number, Opened>()
  let isOver = false

  async function open(descriptor: Parameters<BlobSource['open']>[0]): Promise<number> {
    const stream = await blobs.open(descriptor)
    // Who reads hears of it.
    stream.on('error', () => {})
    if (isOver) {
      stream.destroy()
      throw new Error('The image is not read any more.')
    }
    last += 1
    opened.set(last, { stream, bytes: stream[Symbol.asyncIterator]() })
    return last
  }

  async function read(id: number): Promise<Buffer | null> {
    const pieces: Buffer[] = []
    let size = 0
    while (size < PIECE_BYTES) {
      const next = await opened.get(id)?.bytes.next()
      if (next === undefined || next.done) break
      pieces.push(next.value)
      size += next.value.length
    }
    if (size === 0) return null
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
  }

  function close(id: number): void {
    opened.get(id)?.stream.destroy()
    opened.delete(id)
  }

  return {
    async answer(ask) {
      if ('manifest' in ask) return blobs.manifest(ask.manifest)
      if ('open' in ask) return open(ask.open)
      if ('read' in ask) return read(ask.read)
      return close(ask.close)
    },
    close() {
      isOver = true
      for (const id of opened.keys()) close(id)
    },
  }
}
