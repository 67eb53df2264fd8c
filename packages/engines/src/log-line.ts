export interface LogLine {
  at: Date
  stream: 'stdout' | 'stderr'
  text: string
}

export interface LogPage {
  lines: readonly LogLine[]
  /** Opaque; give it back to get what came after. */
  cursor: string
}
