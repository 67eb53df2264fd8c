import type { Trust } from '../../queries/release/trust.ts'

export type Severity = keyof Trust['materials']['open']

/** Worst first. */
export const severities: Severity[] = ['critical', 'high', 'medium', 'low', 'unknown', 'none']

export const severityColors: Record<Severity, string> = {
  critical: 'red',
  high: 'red',
  medium: 'clay',
  low: 'gray',
  unknown: 'gray',
  none: 'gray',
}
