/** Where the change feed stood before the reads that the stream does not watch yet. */
let position: string | undefined

/** Notes where the change feed stands, before anything else is read. The oldest counts. */
export function notePosition(stands: string): void {
  position ??= stands
}

/** Hands the position over to the stream, which watches from there on. */
export function takePosition(): string | undefined {
  const taken = position
  position = undefined
  return taken
}
