import { emptyLatencies, latencyClass } from './latency.ts'

/** Requests that are counted together. */
export interface RequestCount {
  requests: number
  failed: number
  /** How many answers came within each class of time. */
  classes: number[]
  /** The longest of them; 0 where it is not known. */
  slowestMs: number
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
  const place = latencyClass(durationMs)
  count.requests += 1
  count.classes[place] = (count.classes[place] ?? 0) + 1
  if (durationMs > count.slowestMs) count.slowestMs = Math.round(durationMs)
  if (failed) count.failed += 1
}

export function addTo(count: RequestCount, more: RequestCount): void {
  count.requests += more.requests
  count.failed += more.failed
  count.slowestMs = Math.max(count.slowestMs, more.slowestMs)
  count.classes = count.classes.map((had, index) => had + (more.classes[index] ?? 0))
}
