import type { Readable } from 'node:stream'
import { guarded } from '../guarded.ts'

/** Eight times what the log takes: only a flood is slowed down, and reading one costs a few percent of a processor. */
const SLICE_BYTES = 400 * 1024
const SLICE_MS = 100

/**
 * Reads output, resting after each slice. What the log does not take is dropped without delay; but a program that writes as fast as it can would
 * keep its reader as busy as itself, so beyond this rate it waits.
 */
export function readAtRate(stream: Readable, take: (chunk: Buffer) => void, complain: (error: unknown) => void): void {
  let left = SLICE_BYTES
  const goOn = guarded(complain, () => {
    left = SLICE_BYTES
    stream.resume()
  })
  const read = (chunk: Buffer) => {
    left -= chunk.length
    if (left <= 0) {
      stream.pause()
      setTimeout(goOn, SLICE_MS)
    }
    take(chunk)
  }
  stream.on('data', guarded(complain, read))
}
