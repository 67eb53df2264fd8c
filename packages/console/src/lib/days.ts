import { momentOf } from './time-formats.ts'

/** Days (`2026-03-01`) or times of day (`2026-03-01T10:40`) of an address, as clocks show them where the person is. */
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

const isTime = (word: string) => word.includes('T')

/** The same range to the minute: both of its days belong to it. */
export function timesOf({ from, to }: Days): Days {
  return {
    from: from && !isTime(from) ? `${from}T00:00` : from,
    to: to && !isTime(to) ? `${dayAfter(to)}T00:00` : to,
  }
}

/** What an address names, as a range of time where the person is. */
export function rangeOf(days: Days): Days {
  const { from, to } = timesOf(days)
  return {
    from: from ? momentOf(from)?.toISOString() : undefined,
    to: to ? momentOf(to)?.toISOString() : undefined,
  }
}
