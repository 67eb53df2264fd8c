/** Conformance result of an image. */
export interface ConformanceRecord {
  tool: string
  /** ISO time. */
  at: string
  checks: { check: string; result: 'passed' | 'failed' | 'not applicable'; detail: string }[]
}

export interface ConformanceSummary {
  conforms: boolean
  passed: number
  failed: number
  notApplicable: number
  tool: string
  at: string
}

/** Public part of a record. An image that no check applied to does not count as conforming. */
export function summarizeConformance({ tool, at, checks }: ConformanceRecord): ConformanceSummary {
  const count = (result: ConformanceRecord['checks'][number]['result']) =>
    checks.filter((each) => each.result === result).length
  const [passed, failed, notApplicable] = [count('passed'), count('failed'), count('not applicable')]
  return { conforms: failed === 0 && passed > 0, passed, failed, notApplicable, tool, at }
}
