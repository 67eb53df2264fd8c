export interface ConnectionLimits {
  /** Of the request line and the headers together. */
  headBytes: number
  /** How long the head, and the whole of a request, may take to arrive. */
  headMs: number
  requestMs: number
  /** How long an unused connection is kept. */
  idleMs: number
  /** How long the rest of an unwanted body is read after its answer, so that the caller sees the answer. */
  drainMs: number
}

/**
 * What a connection reads: `head` (between requests, or in the first lines of one), `body` (the rest of a request comes), `read` (all of it is here
 * and the answer is due), `drain` (answered; the rest of the body is thrown away), `closed` (nothing any more; the answer may still be on its way).
 */
export type Reading = 'head' | 'body' | 'read' | 'drain' | 'closed'

/** What becomes of a connection by how long its present stage has lasted. `isNew`: it has carried no request yet. */
export function judgeAge(
  { reading, idle, isNew }: { reading: Reading; idle: boolean; isNew: boolean },
  lastedMs: number,
  limits: ConnectionLimits,
): 'keep' | 'refuse' | 'close' {
  switch (reading) {
    case 'head':
      if (!idle) return lastedMs > limits.headMs ? 'refuse' : 'keep'
      return lastedMs > (isNew ? Math.min(limits.idleMs, limits.headMs) : limits.idleMs) ? 'close' : 'keep'
    case 'body':
      return lastedMs > limits.requestMs ? 'refuse' : 'keep'
    case 'drain':
      return lastedMs > limits.drainMs ? 'close' : 'keep'
    case 'closed':
      return lastedMs > limits.requestMs ? 'close' : 'keep'
    case 'read':
      return 'keep'
  }
}
