import { timeFormats } from './time-formats.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

export const formatTime = (iso: string) => timeFormats().dateTime.format(new Date(iso))
export const formatDay = (iso: string) => timeFormats().date.format(new Date(iso))
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

/** The same for what has happened: a clock that lags behind must not make it something that is yet to come. */
export const formatPast = (iso: string, now: number) => formatAgo(iso, Math.max(now, new Date(iso).getTime()))

/** How old a signal is that comes every few seconds: "45 s ago"; from two minutes on like any other past. */
export function formatAge(iso: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - new Date(iso).getTime()) / 1000))
  return seconds < 120 ? `${seconds} s ago` : formatPast(iso, now)
}

export const formatNumber = (value: number) => timeFormats().number.format(value)

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`
}

/** `sha256:0123456789ab…`, enough of a digest to recognise it. */
export const shortDigest = (digest: string) => (digest.length > 20 ? `${digest.slice(0, 19)}…` : digest)

/** What was noted beside an entry, by name; what is nothing or told elsewhere is left out. */
export function formatDetails(details: Record<string, unknown>, told: readonly string[] = []): string {
  return Object.entries(details)
    .filter(([name, value]) => value !== null && !told.includes(name))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')
}
