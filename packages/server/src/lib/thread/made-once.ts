import { createFairQueue } from '../sharing/fair-queue.ts'
import { createThread } from './thread.ts'

/** Every caller has a connection, and connections are limited; concurrent callers for one result share it. */
const MAX = 100_000
const LIMITS = { deadlineMs: 60_000, memoryMb: 256 }

/**
 * What takes long to make, is the same for everybody, and may be asked for by anybody: made in a thread when somebody first asks, and held from then on.
 * A failed computation is retried for the next caller. `module` calls `serveThread`; its thread ends when it has answered.
 */
export function createMadeOnce<In, Out>(module: URL): (input: In) => Promise<Out> {
  const thread = createThread<In, Out>(module, LIMITS)
  const queue = createFairQueue({ running: 1, waiting: MAX, waitingPerParty: MAX, waitMs: 2 * LIMITS.deadlineMs })
  const made = new Map<string, { value: Out }>()

  async function make(input: In): Promise<{ value: Out }> {
    try {
      const result = await thread.run(input)
      if (!result.done) throw new Error(`${JSON.stringify(input)} could not be made: ${result.why}`)
      return result
    } finally {
      await thread.close()
    }
  }

  return async (input) => {
    const name = JSON.stringify(input)
    const known = made.get(name)
    if (known !== undefined) return known.value
    return queue.run(name, async () => {
      const result = made.get(name) ?? (await make(input))
      made.set(name, result)
      return result.value
    })
  }
}
