/** Where the time comes from. Everything that decides by time takes a clock or a `now`. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved: for tests. */
export interface SettableClock extends Clock {
  set(moment: Date | string): void
  advance(milliseconds: number): void
}

export function settableClock(start: Date | string): SettableClock {
  let current = new Date(start).getTime()
  return {
    now: () => new Date(current),
    set: (moment) => {
      current = new Date(moment).getTime()
    },
    advance: (milliseconds) => {
      current += milliseconds
    },
  }
}
