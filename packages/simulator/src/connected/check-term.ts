import type { Updates } from '../core/connected-policy.ts'

const TIMES = ['policyStartTimestamp', 'policyEndTimestamp', 'endorsementEffectiveTimestamp'] as const

/** What is wrong with the times of a whole change: their form, their order, and an effect outside of the term. */
export function checkTerm(updates: Updates): string[] {
  const malformed = TIMES.filter((name) => updates[name] !== undefined && !/^\d{1,15}$/.test(updates[name]))
  if (malformed.length > 0)
    return malformed.map(
      (name) => `"${name}" must be a string of milliseconds since the epoch, not "${updates[name]}".`,
    )
  const [start, end, effective] = TIMES.map((name) => (updates[name] === undefined ? undefined : Number(updates[name])))
  if (start !== undefined && end !== undefined && start >= end) return ['The policy must start before it ends.']
  const outside =
    effective !== undefined && (effective < (start ?? 0) || effective >= (end ?? Number.POSITIVE_INFINITY))
  return outside ? ['"endorsementEffectiveTimestamp" must lie within the term of the policy.'] : []
}
