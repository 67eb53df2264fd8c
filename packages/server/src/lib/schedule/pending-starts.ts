export interface Startable {
  stop(options?: { replaced: boolean }): Promise<unknown>
}

/** Parts that start later. Each stays in the list until its start succeeded or it was stopped. */
export interface PendingStarts {
  /** What it returns stops the part, whether it has started by then or not. */
  add(start: () => Startable | Promise<Startable>): Startable
  /** Starts what waits. A start that fails goes to `failed`, and the next run tries it again. */
  run(): Promise<void>
}

export function createPendingStarts(failed: (error: unknown) => void): PendingStarts {
  const waiting = new Set<() => Promise<void>>()
  return {
    add(start) {
      let part: Startable | undefined
      let starting: Promise<void> | undefined
      const begin = async () => {
        part = await start()
      }
      const attempt = async () => {
        try {
          starting = begin()
          await starting
          waiting.delete(attempt)
        } catch (error) {
          failed(error)
        } finally {
          starting = undefined
        }
      }
      waiting.add(attempt)
      return {
        async stop(options) {
          waiting.delete(attempt)
          // The attempt reports a start that fails.
          await starting?.catch(() => {})
          await part?.stop(options)
        },
      }
    },
    async run() {
      // A stop during the loop takes its part out of the set.
      for (const attempt of [...waiting]) if (waiting.has(attempt)) await attempt()
    },
  }
}
