import { limits } from '@mkt/contract/limits'
import { wrongUsage } from '../../abort.ts'
import { wholeOf } from '../flag-values.ts'

/** Which calls of a sample flags ask for, as they were written. */
export interface OnlyCallsOptions {
  from?: string
  to?: string
  calls?: string
  policy?: string[]
}

/** The part of a sample that flags ask for; empty for all of it. */
export function onlyCallsOf({ from, to, calls, policy }: OnlyCallsOptions): {
  from?: string
  to?: string
  maxCalls?: number
  policies?: string[]
} {
  return {
    ...(from === undefined ? {} : { from: timeOf('--from', from) }),
    ...(to === undefined ? {} : { to: timeOf('--to', to) }),
    ...(calls === undefined ? {} : { maxCalls: wholeOf('--calls', calls, 1, limits.sampleCalls.value) }),
    ...(policy === undefined ? {} : { policies: policy }),
  }
}

function timeOf(flag: string, given: string): string {
  const time = new Date(given)
  if (Number.isNaN(time.getTime()))
    throw wrongUsage(`${flag}: "${given}" is not a time.`, 'Give one such as 2026-01-31 or 2026-01-31T08:00:00Z.')
  return time.toISOString()
}
