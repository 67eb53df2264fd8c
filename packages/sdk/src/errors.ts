/** Codes of every error this SDK throws itself. */
export type SdkErrorCode =
  | 'give_up'
  | 'try_again'
  | 'key_missing'
  | 'key_unknown'
  | 'key_expired'
  | 'route_inactive'
  | 'tenant_credentials_refused'
  | 'tenant_unavailable'
  | 'state_unreachable'
  | 'state_api_missing'
  | 'policy_system_failed'
  | 'mapping_path_invalid'
  | 'setting_missing'
  | 'answer_incomplete'

/** Base of every error of this SDK: has a `code`, and says whether the same call may succeed later. */
export class SdkError extends Error {
  override readonly name: string = 'SdkError'
  readonly code: SdkErrorCode
  readonly retryable: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(code: SdkErrorCode, message: string, options: ErrorDetails = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.retryable = options.retryable ?? false
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export interface ErrorDetails {
  readonly retryable?: boolean
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/**
 * The request can never succeed: answered with a 4xx, and the platform does not send it again.
 *
 * @example
 * if (policy.productName !== 'personal-auto') throw new GiveUp('only personal-auto is supported')
 */
export class GiveUp extends SdkError {
  override readonly name = 'GiveUp'
  /** 422 unless another 4xx says it better. Never 410: that pauses every webhook of the route. */
  readonly status: number

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super('give_up', message, { cause: options.cause })
    const status = options.status ?? 422
    const final = status >= 400 && status < 500 && ![408, 410, 425, 429].includes(status)
    this.status = final ? status : 422
  }
}

/**
 * The request may succeed later: answered with 503 and `retry-after`; the platform sends a webhook again.
 *
 * @example
 * if (answer.status === 429) throw new TryAgain('the geocoder is busy', { retryAfterSeconds: 30 })
 */
export class TryAgain extends SdkError {
  override readonly name = 'TryAgain'

  constructor(message: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super('try_again', message, { retryable: true, ...options })
  }
}

/** The state interface did not answer with a record. `code` is the platform's, or `key_missing`, `state_unreachable`. */
export class StateError extends SdkError {
  override readonly name = 'StateError'
}

/** The policy system refused a call or could not be reached. */
export class PolicySystemError extends SdkError {
  override readonly name = 'PolicySystemError'
  /** 0 when there was no answer at all. */
  readonly status: number
  readonly body: unknown

  constructor(message: string, options: { status: number; body?: unknown; cause?: unknown }) {
    const retryable = options.status === 0 || options.status === 429 || options.status >= 500
    super('policy_system_failed', message, { retryable, cause: options.cause })
    this.status = options.status
    this.body = options.body
  }
}
