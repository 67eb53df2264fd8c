/** The parts an engine promises. `processes` is missing from the list because no engine runs without that limit. */
export type IsolationPart = 'namespaces' | 'network' | 'memory' | 'cpu' | 'privileges' | 'filesystem'

export interface MissingPart {
  part: IsolationPart
  /** A sentence for the operator: what cannot be done, and what would make it possible. */
  reason: string
}

export interface Isolation {
  missing: readonly MissingPart[]
  /** Whether applications reach the internet. Not having it is not missing isolation. */
  outside: boolean
  /** Why rules for egress cannot be enforced here; absent where they are. */
  egress?: string
  /** Further facts worth a line at start. */
  notes: readonly string[]
}

export function isIsolated(isolation: Isolation): boolean {
  return isolation.missing.length === 0
}
