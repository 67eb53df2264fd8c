import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { BLOCK_BYTES } from '../../lib/blocks.ts'
import { createThread } from '../../lib/thread/thread.ts'
import type { HashOrder } from './hash-thread.ts'

/** SHA-256 of files that grow at their end. */
export interface FileHashes {
  /** The file has this many bytes now, and they stay as they are. */
  grown(path: string, size: number): void
  /** The digest of its first bytes. */
  digest(path: string, size: number): Promise<string>
  /** The file is gone, or begins from nothing. */
  forget(path: string): void
  /** How many files are hashed while they grow. */
  ahead(): number
  close(): Promise<void>
}

/** Smaller files are hashed where they are asked for: a thread costs more than that. */
const APART = 4 * BLOCK_BYTES
/** Files hashed while they grow; what grows beside them is read once, when its digest is asked for. */
const MAX_AHEAD = 256
/**
 * A file that did not grow while all others together grew so many times, for each place, was given up, or another process ended it and this one
 * does not hear of that. Files that grow in turn stay far below.
 */
const GIVEN_UP_AFTER = 16
/** Bytes hashed in one piece of work, so that a huge file lets others come in between and keeps the deadline. */
const STEP = 256 * BLOCK_BYTES

/**
 * Hashes in a thread while a file is being written, so that receiving and hashing use two processors. The thread reads the bytes back, from
 * memory of the system as a rule: nothing has to be passed between the two but how far the file got.
 */
export function createFileHashes(mostAhead = MAX_AHEAD): FileHashes {
  const thread = createThread<HashOrder, string | undefined>(new URL('./hash-thread.ts', import.meta.url), {
    deadlineMs: 120_000,
    memoryMb: 64,
  })
  /** How far files got that wait for their turn. */
  const waiting = new Map<string, number>()
  /** Files hashed ahead with the turn in which each grew last, those that rest the longest first. */
  const begun = new Map<string, number>()
  let turns = 0
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  function forget(path: string): void {
    waiting.delete(path)
    if (begun.delete(path)) inTurn(() => thread.run({ path, size: 0, ends: true })).catch(left)
  }

  /** Whether the file has a place among those that are hashed ahead, or gets that of one that was given up. */
  function hasPlace(path: string): boolean {
    if (begun.has(path) || begun.size < mostAhead) return true
    const idle = begun.entries().next().value
    if (idle === undefined || turns - idle[1] <= GIVEN_UP_AFTER * mostAhead) return false
    forget(idle[0])
    return true
  }

  return {
    grown(path, size) {
      if (size < APART) return
      turns += 1
      if (!hasPlace(path)) return
      begun.delete(path)
      begun.set(path, turns)
      const waits = waiting.has(path)
      waiting.set(path, size)
      if (waits) return
      inTurn(async () => {
        const reached = waiting.get(path)
        if (reached === undefined) return
        waiting.delete(path)
        await thread.run({ path, size: reached, ends: false })
      }).catch(left)
    },

    async digest(path, size) {
      waiting.delete(path)
      if (size < APART) return hashHere(path, size)
      begun.delete(path)
      for (let reached = STEP; reached < size; reached += STEP)
        await inTurn(() => thread.run({ path, size: reached, ends: false }))
      const result = await inTurn(() => thread.run({ path, size, ends: true }))
      // Here a file that cannot be read says why.
      return (result.done ? result.value : undefined) ?? hashHere(path, size)
    },

    forget,

    ahead: () => begun.size,
    close: () => thread.close(),
  }
}

/** What was not hashed ahead is hashed when the digest is asked for. */
function left(): void {}

async function hashHere(path: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  if (size > 0) {
    const bytes = createReadStream(path, { highWaterMark: BLOCK_BYTES, end: size - 1 })
    for await (const chunk of bytes) hash.update(chunk as Uint8Array)
  }
  return hash.digest('hex')
}
