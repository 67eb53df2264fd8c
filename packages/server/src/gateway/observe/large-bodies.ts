import { createFairQueue, QueueFull } from '../../lib/sharing/fair-queue.ts'
import { createThread } from '../../lib/thread/thread.ts'
import { type BodyAnswers, type BodyQuestion, readBodies } from './read-bodies.ts'

/** What is this small is read in some milliseconds, where it is. */
const SMALL_BYTES = 256 * 1024

const queue = createFairQueue({ running: 1, waiting: 256, waitingPerParty: 64, waitMs: 60_000 })
const thread = createThread<BodyQuestion, BodyAnswers[BodyQuestion['ask']]>(
  new URL('./body-thread.ts', import.meta.url),
  {
    deadlineMs: 20_000,
    memoryMb: 256,
  },
)

/**
 * Reads the bodies of a call for a recorder. Large ones are read in a thread, one at a time, installations in turns: half a million names take most of
 * a second, in which nobody would be answered. Undefined where that took too long or too many wait.
 */
export async function readLargeBodies<Q extends BodyQuestion>(
  installationId: string,
  question: Q,
): Promise<BodyAnswers[Q['ask']] | undefined> {
  type Answer = BodyAnswers[Q['ask']]
  const size = question.ask === 'prices' ? question.request.length + question.answer.length : question.body.length
  if (size <= SMALL_BYTES) return readBodies(question) as Answer
  try {
    const result = await queue.run(installationId, () => thread.run(question))
    return result.done ? (result.value as Answer) : undefined
  } catch (error) {
    if (error instanceof QueueFull) return undefined
    throw error
  }
}
