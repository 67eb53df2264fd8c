/** The day of a moment, as inputs of dates write it. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The first moment of a day; undefined for what is no day. */
export function momentOf(day: string | undefined): number | undefined {
  const ms = day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day) ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(ms) ? undefined : ms
}
