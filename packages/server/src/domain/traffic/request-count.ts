import { emptyLatencies, latencyClass, narrowClass } from './latency.ts'

/** Requests that are counted together. */
export interface RequestCount {
  requests: number
  failed: number
  /** How many answers came within each class of time. */
  classes: number[]
  /** The longest of them, at least 1; 0 without requests and where it is not known of all of them. */
  slowestMs: number
  /** The time that they took together; absent where nobody asks for it. */
  busyMs?: number
  /** Whose they are; absent where they are those of several. */
  organizationId?: string
}

export interface CountedRequest {
  durationMs: number
  failed: boolean
}

export function noRequests(): RequestCount {
  return { requests: 0, failed: 0, classes: emptyLatencies(), slowestMs: 0 }
}

/** It is on the way of every request, so it only adds. */
export function countRequest(count: RequestCount, { durationMs, failed }: CountedRequest): void {
  const [wide, narrow] = [latencyClass(durationMs), narrowClass(durationMs)]
  const isKnown = count.requests === 0 || count.slowestMs > 0
  if (isKnown) count.slowestMs = Math.max(count.slowestMs, 1, Math.round(durationMs))
  count.requests += 1
  count.busyMs = (count.busyMs ?? 0) + Math.round(durationMs)
  count.classes[wide] = (count.classes[wide] ?? 0) + 1
  count.classes[narrow] = (count.classes[narrow] ?? 0) + 1
  if (failed) count.failed += 1
}

export function addTo(count: RequestCount, more: RequestCount): void {
  count.slowestMs = slowestOf(count, more)
  count.requests += more.requests
  count.busyMs = (count.busyMs ?? 0) + (more.busyMs ?? 0)
  count.failed += more.failed
  count.classes = count.classes.map((had, index) => had + (more.classes[index] ?? 0))
}

type Slowest = Pick<RequestCount, 'requests' | 'slowestMs'>

/** A maximum that misses a part would cap percentiles too low, so one unknown part makes the whole unknown. */
function slowestOf(one: Slowest, other: Slowest): number {
  const isUnknown = ({ requests, slowestMs }: Slowest) => requests > 0 && slowestMs === 0
  return isUnknown(one) || isUnknown(other) ? 0 : Math.max(one.slowestMs, other.slowestMs)
}
