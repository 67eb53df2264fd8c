import type { QuietHours } from './alert-rule.ts'

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Whether it is quiet now. Hours that end before they begin pass midnight; equal ends mean never. */
export function isQuiet(hours: QuietHours | null, now: Date): boolean {
  if (hours === null || hours.from === hours.to) return false
  const { from, to, timeZone } = hours
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const time = format.format(now)
  return from < to ? time >= from && time < to : time >= from || time < to
}
