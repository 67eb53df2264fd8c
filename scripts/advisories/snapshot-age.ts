import type { Snapshot } from './snapshot.ts'

/** A release is not made with a snapshot that is older, unless it is asked for. */
export const STALE_DAYS = 60

export function ageInDays(taken: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(taken)) / 86_400_000)
}

/** What a snapshot can tell, in one line: how old it is, and how many of the locked packages it knows an advisory about. */
export function describeSnapshot(
  { taken, advisories }: Snapshot,
  locked: readonly { name: string }[],
  now: Date,
): string {
  const names = new Set(locked.map(({ name }) => name))
  const known = new Set(advisories.map((advisory) => advisory.package).filter((name) => names.has(name)))
  const age = ageInDays(taken, now)
  const stale = age > STALE_DAYS ? ', which is too old for a release' : ''
  return `snapshot of ${taken}, ${age} days old${stale}: ${advisories.length} advisories about ${known.size} of ${names.size} locked packages`
}
