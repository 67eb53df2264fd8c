/** Outcome of one delivery attempt. */
export type AttemptOutcome =
  | { kind: 'answer'; status: number; retryAfter?: string | undefined }
  | { kind: 'failed'; error: 'connect' | 'timeout' | 'broken' | 'crash'; message: string }

export type Verdict = 'delivered' | 'retry' | 'rejected' | 'gone'

const RETRIED = new Set([408, 425, 429])

/** Success is any 2xx. What may pass by itself is tried again; a refusal is final; 410 also says "send no more". */
export function verdictOf(outcome: AttemptOutcome): Verdict {
  if (outcome.kind === 'failed') return 'retry'
  const { status } = outcome
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  return status >= 500 || RETRIED.has(status) ? 'retry' : 'rejected'
}

const SHORTEST_MS = 1_000
const LONGEST_MS = 24 * 3_600_000
const JITTER = 0.1

/**
 * How long to wait before the attempt with this number (0 is the first), or undefined when the schedule is used up.
 * The application's own `retry-after` wins, between one second and a day; otherwise the schedule's delay, give or take a tenth.
 */
export function delayBefore(
  attempt: number,
  schedule: readonly number[],
  chance: number,
  now: Date,
  retryAfter?: string | undefined,
): number | undefined {
  const seconds = schedule[attempt]
  if (seconds === undefined) return undefined
  const asked = parseRetryAfter(retryAfter, now)
  if (asked !== undefined) return Math.min(Math.max(asked, SHORTEST_MS), LONGEST_MS)
  return Math.round(seconds * 1000 * (1 - JITTER + 2 * JITTER * chance))
}

/** Seconds or an HTTP date, in milliseconds from now. */
function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : date - now.getTime()
}
