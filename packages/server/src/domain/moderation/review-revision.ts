import { createHash } from 'node:crypto'
import type { Words } from './words.ts'

/** What a moderator decides about, in short: it changes when the publisher changes the words that wait. */
export function reviewRevision({ releaseId, words }: { releaseId: string; words: Words | null }): string {
  return createHash('sha256')
    .update(JSON.stringify([releaseId, words]))
    .digest('hex')
    .slice(0, 16)
}
