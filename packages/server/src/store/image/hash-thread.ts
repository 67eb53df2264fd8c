import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { BLOCK_BYTES } from '../../lib/blocks.ts'
import { serveThread } from '../../lib/thread/serve-thread.ts'

/** What is asked: to hash a file as far as `size`, which ends it and gives the digest, or forgets it where that is 0. */
export interface HashOrder {
  path: string
  size: number
  ends: boolean
}

/** Running hashes: of files that grow, of which there is a bounded number, and of those whose digest is asked for, until they have it. */
const runs = new Map<string, { hash: Hash; size: number }>()
const block = Buffer.allocUnsafeSlow(BLOCK_BYTES)

serveThread(({ path, size, ends }: HashOrder): string | undefined => {
  const run = runs.get(path) ?? { hash: createHash('sha256'), size: 0 }
  runs.delete(path)
  if (size === 0) return undefined
  readOn(path, run, size)
  if (ends) return run.hash.digest('hex')
  runs.set(path, run)
  return undefined
})

function readOn(path: string, run: { hash: Hash; size: number }, size: number): void {
  const file = openSync(path, 'r')
  try {
    while (run.size < size) {
      const read = readSync(file, block, 0, Math.min(BLOCK_BYTES, size - run.size), run.size)
      if (read === 0) throw new Error('The file is shorter than it was.')
      run.hash.update(block.subarray(0, read))
      run.size += read
    }
  } finally {
    closeSync(file)
  }
}
