import { guarded } from '../guarded.ts'

/** Who waits until its time is over. The fields belong to the list it waits in. */
export interface Waiter {
  onDeadline(): void
  dueAt: number
  earlier: Waiter | undefined
  later: Waiter | undefined
}

/** One deadline of the same length for many: told roughly, because a timer for each costs more than the promise is worth. */
export interface Deadlines {
  add(waiter: Waiter, now: number): void
  delete(waiter: Waiter): void
}

const STEP_MS = 250

/** `failed` hears what a waiter throws; the others are told anyway. */
export function createDeadlines(afterMs: number, failed: (error: unknown) => void): Deadlines {
  // All wait equally long, so the first to come is the first whose time is over.
  let first: Waiter | undefined
  let last: Waiter | undefined
  let timer: NodeJS.Timeout | undefined

  function remove(waiter: Waiter): void {
    if (waiter.dueAt === 0) return
    if (waiter.earlier === undefined) first = waiter.later
    else waiter.earlier.later = waiter.later
    if (waiter.later === undefined) last = waiter.earlier
    else waiter.later.earlier = waiter.earlier
    waiter.dueAt = 0
    waiter.earlier = undefined
    waiter.later = undefined
  }

  function look(): void {
    const now = performance.now()
    for (let waiter = first; waiter !== undefined && waiter.dueAt <= now; waiter = first) {
      remove(waiter)
      guarded(failed, () => waiter.onDeadline())()
    }
    if (first !== undefined) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    add(waiter, now) {
      waiter.dueAt = now + afterMs
      waiter.earlier = last
      if (last === undefined) first = waiter
      else last.later = waiter
      last = waiter
      if (timer !== undefined) return
      timer = setInterval(guarded(failed, look), Math.min(STEP_MS, afterMs))
      timer.unref()
    },
    delete: remove,
  }
}
