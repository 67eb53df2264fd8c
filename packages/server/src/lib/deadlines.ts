/** One deadline of the same length for many: told roughly, because a timer for each costs more than the promise is worth. */
export interface Deadlines {
  add(waiter: { onDeadline(): void }): void
  delete(waiter: { onDeadline(): void }): void
}

const STEP_MS = 250

export function createDeadlines(afterMs: number): Deadlines {
  // All wait equally long, so the first to come is the first whose time is over.
  const due = new Map<{ onDeadline(): void }, number>()
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    const now = performance.now()
    for (const [waiter, at] of due) {
      if (at > now) break
      due.delete(waiter)
      waiter.onDeadline()
    }
    if (due.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    add(waiter) {
      due.set(waiter, performance.now() + afterMs)
      if (timer !== undefined) return
      timer = setInterval(look, Math.min(STEP_MS, afterMs))
      timer.unref()
    },
    delete: (waiter) => void due.delete(waiter),
  }
}
