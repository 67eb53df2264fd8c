/** Why the policy system is of no use: it does not answer, or it refuses the credentials. */
export type ConnectionTrouble = 'unreachable' | 'refused'

/** How the policy system answered when it was asked last. */
export interface ConnectionOutcome {
  trouble: { kind: ConnectionTrouble; reason: string } | null
  /** Null where it was not measured. */
  latencyMs: number | null
}

/** Why it is of no use, as a sentence: what others wrote may end with a full stop or not. */
export const reasonSentence = (reason: string): string => reason.replace(/\.?$/, '.')

/** One word for a connection; unknown until the policy system was asked for the first time. */
export function connectionState(
  row: { checkedAt: Date | null; trouble: ConnectionTrouble | null } | undefined,
): ConnectionTrouble | 'reachable' | 'unknown' {
  if (row === undefined || row.checkedAt === null) return 'unknown'
  return row.trouble ?? 'reachable'
}
