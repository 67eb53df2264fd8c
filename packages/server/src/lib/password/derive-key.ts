import { createThread } from '../thread/thread.ts'

export interface Guess {
  password: string
  salt: Uint8Array
  cost: { N: number; r: number; p: number }
  length: number
}

/** How many are derived at the same time. */
export const MOST_AT_ONCE = 2
/** A machine that is busy with honest work takes long for one. */
const DEADLINE_MS = 30_000

const idle = Array.from({ length: MOST_AT_ONCE }, () =>
  createThread<Guess, Uint8Array>(new URL('./password-thread.ts', import.meta.url), {
    deadlineMs: DEADLINE_MS,
    memoryMb: 32,
  }),
)

/** What a password comes to, computed in a thread that gives way to everything else. Call it from a queue: at most `MOST_AT_ONCE` at a time. */
export async function deriveKey(guess: Guess): Promise<Buffer> {
  const thread = idle.pop()
  if (thread === undefined) throw new Error('More passwords at once than there are threads.')
  try {
    const result = await thread.run(guess)
    if (!result.done) throw new Error(`A password could not be derived: ${result.why}.`)
    return Buffer.from(result.value)
  } finally {
    idle.push(thread)
  }
}
