import { Failure } from '@mkt/contract/errors'
import { createThread, type Thread } from '../thread/thread.ts'

export interface Guess {
  password: string
  salt: Uint8Array
  cost: { N: number; r: number; p: number }
  length: number
}

/** How many are derived at the same time, and how far that gives way to everything else. */
const kinds = {
  /** For those who knew a password before: what strangers guess keeps none of them waiting. */
  known: { threads: 2, niceness: 5, isProcess: false },
  /** For others who did not guess wrong lately. */
  trusted: { threads: 2, niceness: 5, isProcess: false },
  /** For those who did, whose storm has what the machine can spare. */
  suspected: { threads: 1, niceness: 19, isProcess: true },
} as const

export type GuessKind = keyof typeof kinds
/** How many of a kind may be derived at once. */
export const MAX_AT_ONCE: Record<GuessKind, number> = {
  known: kinds.known.threads,
  trusted: kinds.trusted.threads,
  suspected: kinds.suspected.threads,
}

/** A machine that is busy with honest work takes long for one. */
const DEADLINE_MS = 30_000

/** What a password comes to, computed in a thread. Call it from a queue: at most `MAX_AT_ONCE` of a kind at a time. */
export const deriveKey = createDerivation(DEADLINE_MS)

export function createDerivation(deadlineMs: number): (guess: Guess, kind: GuessKind) => Promise<Buffer> {
  const idle = {
    known: threadsOf('known', deadlineMs),
    trusted: threadsOf('trusted', deadlineMs),
    suspected: threadsOf('suspected', deadlineMs),
  }
  return async (guess, kind) => {
    const thread = idle[kind].pop()
    if (thread === undefined) throw new Error('More passwords at once than there are threads.')
    try {
      const result = await thread.run(guess)
      if (result.done) return Buffer.from(result.value)
      if (result.why !== 'failed') throw overloaded()
      throw new Error('A password could not be derived.')
    } finally {
      idle[kind].push(thread)
    }
  }
}

function threadsOf(kind: GuessKind, deadlineMs: number): Thread<Guess, Uint8Array>[] {
  const { threads, niceness, isProcess } = kinds[kind]
  const module = new URL('./password-thread.ts', import.meta.url)
  return Array.from({ length: threads }, () => createThread(module, { deadlineMs, memoryMb: 32, niceness, isProcess }))
}

function overloaded(): Failure {
  return new Failure('overloaded', 'The platform is overloaded. Try again in half a minute.', {
    headers: { 'retry-after': '30' },
  })
}
