export type Days = {
  from?: string | undefined
  to?: string | undefined
}

/** A day of the address as the moment it begins, or ends. */
function momentOf(day: string | undefined, end: boolean): string | undefined {
  const time = new Date(`${day}T00:00:00`)
  if (!day || Number.isNaN(time.getTime())) return undefined
  if (end) time.setDate(time.getDate() + 1)
  return time.toISOString()
}

/** Days of the address as a range of time: both days belong to it. */
export function rangeOf({ from, to }: Days): Days {
  return { from: momentOf(from, false), to: momentOf(to, true) }
}
