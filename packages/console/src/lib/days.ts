import { startOfDay } from './time-formats.ts'

export type Days = {
  from?: string | undefined
  to?: string | undefined
}

const DAY_MS = 86_400_000

/** The day after one, by the calendar. */
function dayAfter(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(midnight) ? day : new Date(midnight + DAY_MS).toISOString().slice(0, 10)
}

/** Days of the address as a range of time where the person is: both days belong to it. */
export function rangeOf({ from, to }: Days): Days {
  return {
    from: from ? startOfDay(from)?.toISOString() : undefined,
    to: to ? startOfDay(dayAfter(to))?.toISOString() : undefined,
  }
}
