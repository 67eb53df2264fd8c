import type { ComparedCall } from './compared-call.ts'

/** A place that differs in more than this share of the calls is noise in all of them. */
const SHARE = 0.01

/**
 * The places that are noise everywhere: a random yes or no is the same in two answers half of the time, and would
 * otherwise look like a change there. A single odd call says nothing about the others.
 */
export function noisyPlaces(calls: readonly Pick<ComparedCall, 'noise'>[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { noise } of calls) for (const place of noise) counts.set(place, (counts.get(place) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > calls.length * SHARE).map(([place]) => place))
}
