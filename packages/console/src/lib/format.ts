import { timeFormats } from './time-formats.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

export const formatTime = (iso: string) => timeFormats().dateTime.format(new Date(iso))
export const formatDay = (iso: string) => timeFormats().date.format(new Date(iso))
/** `2026-03-01` as the person writes days. */
export const formatCalendarDay = (day: string) => timeFormats().calendarDay.format(new Date(day))
/** To the second, with the time zone: what people compare with other systems. */
export const formatExact = (iso: string) => timeFormats().exact.format(new Date(iso))
export const formatClock = (iso: string) => timeFormats().clock.format(new Date(iso))

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "3 minutes ago", "in 2 hours"; beyond a week the date itself. */
export function formatAgo(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1000
  const size = Math.abs(seconds)
  if (size > 7 * 86_400) return formatTime(iso)
  for (const [unit, length] of steps) if (size >= length) return relative.format(Math.round(seconds / length), unit)
  return seconds > 5 ? relative.format(Math.round(seconds), 'second') : 'just now'
}

/** The same for what is done next: what is late a little is done soon, it was not done before. */
export const formatNext = (iso: string, now: number) =>
  new Date(iso).getTime() - now > 5_000 ? formatAgo(iso, now) : 'any moment now'

/** The same for what has happened: a clock that lags behind must not make it something that is yet to come. */
export const formatPast = (iso: string, now: number) => formatAgo(iso, Math.max(now, new Date(iso).getTime()))

/** How old a signal is that comes every few seconds: "45 s ago"; from two minutes on like any other past. */
export function formatAge(iso: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - new Date(iso).getTime()) / 1000))
  return seconds < 120 ? `${seconds} s ago` : formatPast(iso, now)
}

export const formatNumber = (value: number) => timeFormats().number.format(value)
/** Money, always with its cents, so that a column of it can be compared. */
export const formatAmount = (value: number) => timeFormats().amount.format(value)

export function formatBytes(bytes: number): string {
  const { whole, tenths } = timeFormats()
  if (bytes < 1024) return `${whole.format(bytes)} B`
  if (bytes < 1024 * 1024) return `${tenths.format(bytes / 1024)} KB`
  if (bytes < 1024 ** 3) return `${tenths.format(bytes / 1024 ** 2)} MB`
  return `${tenths.format(bytes / 1024 ** 3)} GB`
}

export function formatDuration(milliseconds: number): string {
  const { whole, tenths } = timeFormats()
  if (milliseconds < 1000) return `${whole.format(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 120) return `${(seconds < 10 ? tenths : whole).format(seconds)} s`
  if (seconds < 2 * 3_600) return `${Math.round(seconds / 60)} min`
  return seconds < 2 * 86_400 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`
}

/** `sha256:0123456789ab…`, enough of a digest to recognise it. */
export const shortDigest = (digest: string) => (digest.length > 20 ? `${digest.slice(0, 19)}…` : digest)

/** What was noted beside an entry, by name; what is nothing or told elsewhere is left out. */
export function formatDetails(details: Record<string, unknown>, told: readonly string[] = []): string {
  return Object.entries(details)
    .filter(([name, value]) => value !== null && !told.includes(name))
    .map(([name, value]) => `${inWords(name)}: ${detail(value)}`)
    .join(' · ')
}

/** `bodily_injury` and `newBusiness` as people write them. */
export function formatName(name: string): string {
  const words = inWords(name).replaceAll(/[_-]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** `secondFactor` as people write it. */
const inWords = (name: string) => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function detail(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  if (isTime.test(value)) return formatTime(value)
  return value.startsWith('sha256:') ? shortDigest(value) : value
}
