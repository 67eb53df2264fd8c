import { createFairQueue, QueueFull } from '../sharing/fair-queue.ts'
import { createThread } from '../thread/thread.ts'

/** A text of the allowed length takes some milliseconds; what takes longer was made to. */
const DEADLINE_MS = 4000
/** Texts that mean well take milliseconds. A party rests three times as long as its text took, so it has a quarter of a processor. */
const REST = 3
const queue = createFairQueue({ running: 1, waiting: 64, waitingPerParty: 4, waitMs: 15_000 })
const thread = createThread<string, string>(new URL('./markdown-thread.ts', import.meta.url), {
  deadlineMs: DEADLINE_MS,
  memoryMb: 128,
  isProcess: true,
})

export type Rendered = { html: string } | { refused: 'unreadable' | 'busy' }

/** Markdown of a party as HTML, rendered apart from the event loop with a deadline; parties take turns. */
export async function renderApart(party: string, text: string): Promise<Rendered> {
  if (text === '') return { html: '' }
  try {
    const result = await queue.run(party, async (rest) => {
      // A thread that is only now made is nobody's fault.
      await thread.ready()
      const began = performance.now()
      const first = await thread.run(text)
      // A process that was killed says nothing about the text; one that the text ends is ended by it again.
      const rendered = !first.done && first.why === 'ended' ? await thread.run(text) : first
      const tookMs = performance.now() - began
      rest(tookMs * REST)
      return rendered
    })
    return result.done ? { html: result.value } : { refused: 'unreadable' }
  } catch (error) {
    if (error instanceof QueueFull) return { refused: 'busy' }
    throw error
  }
}
