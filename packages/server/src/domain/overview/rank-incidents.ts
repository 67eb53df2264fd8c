import type { InstallationHealth } from '../installation/installation-health.ts'

/** Facts that determine the urgency of an incident. */
export interface Ranked {
  test: boolean
  health: InstallationHealth
}

/** Whether somebody should look at it. */
export function isIncident({ state }: InstallationHealth): boolean {
  return state === 'failing' || state === 'degraded'
}

/** The most urgent first: real before tests, failing before degraded, then what has lasted longest. */
export function rankIncidents<Row extends Ranked>(rows: readonly Row[]): Row[] {
  return rows.filter(({ health }) => isIncident(health)).toSorted(compare)
}

function compare(one: Ranked, other: Ranked): number {
  if (one.test !== other.test) return one.test ? 1 : -1
  if (one.health.state !== other.health.state) return one.health.state === 'failing' ? -1 : 1
  return sinceOf(one) - sinceOf(other)
}

/** What began at an unknown time comes last of its kind. */
function sinceOf({ health }: Ranked): number {
  return health.since?.getTime() ?? Number.MAX_SAFE_INTEGER
}
