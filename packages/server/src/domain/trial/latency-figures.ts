export interface LatencyFigures {
  p50Ms: number
  p95Ms: number
}

export function latencyOf(durations: readonly number[]): LatencyFigures {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50Ms: at(0.5), p95Ms: at(0.95) }
}
