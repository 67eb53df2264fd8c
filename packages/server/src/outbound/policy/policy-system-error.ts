/**
 * Why the policy system did not do what was asked: the token or the credentials are not accepted (`unauthorized`), it understood and declined
 * (`refused`, `missing`, `conflict`), or it is away or makes no sense (`unavailable`).
 */
export type PolicySystemTrouble = 'unauthorized' | 'refused' | 'missing' | 'conflict' | 'unavailable'

export class PolicySystemError extends Error {
  override name = 'PolicySystemError'
  readonly trouble: PolicySystemTrouble
  readonly retryAfterSeconds: number

  constructor(trouble: PolicySystemTrouble, message: string, retryAfterSeconds = 10) {
    super(message)
    this.trouble = trouble
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** What a status other than success means to us. */
export function troubleOf(status: number): PolicySystemTrouble {
  if (status === 401) return 'unauthorized'
  if (status === 404 || status === 410) return 'missing'
  if (status === 409 || status === 412) return 'conflict'
  if (status >= 500 || status === 408 || status === 425 || status === 429) return 'unavailable'
  return 'refused'
}
