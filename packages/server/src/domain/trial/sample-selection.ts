import { mostSampleCalls } from './trial.ts'

/** Which calls of a sample a trial takes. Absent: no condition. */
export interface SampleSelection {
  /** Calls at this time or later, as ISO 8601. */
  from?: string | undefined
  /** Calls before this time. */
  to?: string | undefined
  /** The oldest of them, at most so many. */
  maxCalls?: number | undefined
  /** Calls whose request names one of these policies. */
  policies?: string[] | undefined
}

/** A selection as the database understands it. */
export function timesOfSelection({ from, to }: SampleSelection): { from?: Date; to?: Date } {
  return {
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
  }
}

export function mostCallsOf({ maxCalls }: SampleSelection): number {
  return Math.min(maxCalls ?? mostSampleCalls, mostSampleCalls)
}

/** Whether a request names one of the policies that are asked for. */
export function isSelected({ policies }: SampleSelection, request: Buffer): boolean {
  return policies === undefined || policies.some((locator) => request.includes(locator))
}
