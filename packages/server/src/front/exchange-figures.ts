import type { ProcessFigures } from '../lib/metrics.ts'

/** Figures that were asked of another process and are not here yet. */
export interface PendingFigures {
  /** Asks, and gives nothing where no answer comes in time: figures never wait for a process that hangs. */
  ask(send: (id: number) => void): Promise<ProcessFigures[]>
  answer(id: number, figures: ProcessFigures[]): void
}

const WAIT_MS = 2_000

export function createPendingFigures(waitMs: number = WAIT_MS): PendingFigures {
  const waiting = new Map<number, (figures: ProcessFigures[]) => void>()
  let last = 0
  return {
    ask(send) {
      last += 1
      const id = last
      const { promise, resolve } = Promise.withResolvers<ProcessFigures[]>()
      const timer = setTimeout(() => settle([]), waitMs)
      const settle = (figures: ProcessFigures[]) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(figures)
      }
      waiting.set(id, settle)
      send(id)
      return promise
    },
    answer: (id, figures) => waiting.get(id)?.(figures),
  }
}
