import { Readable } from 'node:stream'
import type { BlobSource } from '@mkt/oci'
import type { Ask, FromProcess, ToProcess } from './image-task.ts'

export interface AskedBlobs {
  blobs: BlobSource
  hear(message: Extract<ToProcess, { kind: 'answer' | 'refusal' }>): void
}

/** Blobs whose bytes another process has: it is asked for one piece after the other, so that no more is on its way than is read. */
export function createAskedBlobs(tell: (message: FromProcess) => void): AskedBlobs {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0

  function ask<Answer>(what: Ask): Promise<Answer> {
    last += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(last, answer)
    tell({ kind: 'ask', id: last, ask: what })
    return answer.promise as Promise<Answer>
  }

  async function* bytesOf(stream: number): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const piece = await ask<Uint8Array | null>({ read: stream })
        if (piece === null) return
        yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
      }
    } finally {
      await ask({ close: stream })
    }
  }

  return {
    blobs: {
      open: async (descriptor) =>
        Readable.from(bytesOf(await ask<number>({ open: descriptor })), { objectMode: false }),
      manifest: async (digest) => Buffer.from(await ask<Uint8Array>({ manifest: digest })),
    },
    hear(message) {
      const answer = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'answer') answer?.resolve(message.value)
      else answer?.reject(new Error('The bytes of the image cannot be had.'))
    },
  }
}
