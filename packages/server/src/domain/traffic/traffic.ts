import { latencyQuantile } from './latency.ts'
import { addTo, noRequests, type RequestCount } from './request-count.ts'

export type TrafficKind = 'delivery' | 'call'

/** Requests of one kind within a slot of time. */
export type TrafficRow = RequestCount & { kind: TrafficKind; slot: Date }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Length of a traffic slot: counts within it are aggregated. */
export const SLOT_MS = 5 * MINUTE_MS
/** How long counts by minute are kept; a chart shows at most an hour of them. */
export const MINUTES_KEPT_MS = 3 * HOUR_MS
/** Distances between the points of a chart: none has more than a hundred points. */
const steps = [MINUTE_MS, SLOT_MS, 15 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS]
const MAX_POINTS = 100

export function slotOf(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % SLOT_MS))
}

export function minuteOf(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % MINUTE_MS))
}

export interface TrafficPeriod {
  stepMs: number
  /** The beginning of the first point. */
  from: Date
  points: number
}

/** The points that show the last minutes, the one that is not over yet included. */
export function periodOf(minutes: number, now: Date): TrafficPeriod {
  const lengthMs = minutes * MINUTE_MS
  const stepMs = steps.find((step) => lengthMs / step <= MAX_POINTS) ?? 2 * HOUR_MS
  const points = Math.ceil(lengthMs / stepMs)
  const last = now.getTime() - (now.getTime() % stepMs)
  return { stepMs, from: new Date(last - (points - 1) * stepMs), points }
}

export interface TrafficFigures {
  requests: number
  failed: number
  p50Ms: number | null
  p95Ms: number | null
  slowestMs: number | null
}

export interface TrafficPoint {
  at: Date
  deliveries: TrafficFigures
  calls: TrafficFigures
}

/** A point for every step of the period, those in which nothing happened included. */
export function trafficPoints(rows: readonly TrafficRow[], { stepMs, from, points }: TrafficPeriod): TrafficPoint[] {
  const counts = Array.from({ length: points }, () => ({ delivery: noRequests(), call: noRequests() }))
  for (const row of rows) {
    const point = counts[Math.floor((row.slot.getTime() - from.getTime()) / stepMs)]
    if (point !== undefined) addTo(point[row.kind], row)
  }
  return counts.map(({ delivery, call }, index) => ({
    at: new Date(from.getTime() + index * stepMs),
    deliveries: figuresOf(delivery),
    calls: figuresOf(call),
  }))
}

function figuresOf({ requests, failed, classes, slowestMs }: RequestCount): TrafficFigures {
  const quantile = (share: number) => latencyQuantile(classes, share, slowestMs)
  return { requests, failed, p50Ms: quantile(0.5), p95Ms: quantile(0.95), slowestMs: slowestMs || null }
}

/** Requests to one installation within an hour. */
export type HourRow = RequestCount & { installationId: string; hour: Date; lastAt: Date }

export interface InstallationTraffic {
  installationId: string
  requests: number
  failed: number
  p95Ms: number | null
  /** The beginning of the last minute in which something happened; of the last five minutes where that was hours ago. */
  lastAt: Date
  /** Requests of each hour, the oldest first. */
  hours: { requests: number; failed: number }[]
}

/** The last hours of each installation that was asked anything, for a list of them. */
export function trafficByInstallation(rows: readonly HourRow[], from: Date, hours: number): InstallationTraffic[] {
  const found = new Map<string, { count: RequestCount; lastAt: Date; hours: { requests: number; failed: number }[] }>()
  for (const row of rows) {
    const known = found.get(row.installationId) ?? {
      count: noRequests(),
      lastAt: row.lastAt,
      hours: Array.from({ length: hours }, () => ({ requests: 0, failed: 0 })),
    }
    addTo(known.count, row)
    if (row.lastAt > known.lastAt) known.lastAt = row.lastAt
    const hour = known.hours[Math.floor((row.hour.getTime() - from.getTime()) / HOUR_MS)]
    if (hour) Object.assign(hour, { requests: hour.requests + row.requests, failed: hour.failed + row.failed })
    found.set(row.installationId, known)
  }
  return Array.from(found, ([installationId, { count, lastAt, hours: perHour }]) => {
    const { requests, failed, p95Ms } = figuresOf(count)
    return { installationId, requests, failed, p95Ms, lastAt, hours: perHour }
  })
}

/** The beginning of the first of a number of hours, the present one included. */
export function firstHour(hours: number, now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % HOUR_MS) - (hours - 1) * HOUR_MS)
}
