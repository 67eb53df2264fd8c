export interface RestartPolicy {
  most: number
  withinMs: number
  firstMs: number
  longestMs: number
}
export const restartPolicy: RestartPolicy
export interface EndedProgram {
  code: number | null
  signal: string | null
  /** It was asked to end. */
  stopping: boolean
  /** It was ready at least once, now or before a restart. */
  everReady: boolean
  ends: number[]
  now: number
}
export type AfterEnd =
  | { kind: 'exit'; code: number }
  | { kind: 'again'; ends: number[]; afterMs: number }
  | { kind: 'give-up'; ends: number[] }
export function afterEnd(ended: EndedProgram, policy?: RestartPolicy): AfterEnd
