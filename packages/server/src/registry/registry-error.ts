/** The error codes of the distribution protocol that we answer, with their usual status. */
const statuses = {
  BLOB_UNKNOWN: 404,
  BLOB_UPLOAD_INVALID: 416,
  BLOB_UPLOAD_UNKNOWN: 404,
  DIGEST_INVALID: 400,
  MANIFEST_BLOB_UNKNOWN: 400,
  MANIFEST_INVALID: 400,
  MANIFEST_UNKNOWN: 404,
  NAME_INVALID: 400,
  NAME_UNKNOWN: 404,
  SIZE_INVALID: 400,
  TOOMANYREQUESTS: 429,
  UNAUTHORIZED: 401,
  DENIED: 403,
  UNSUPPORTED: 405,
  UNKNOWN: 500,
} as const

export type RegistryErrorCode = keyof typeof statuses

/** A refusal in the words and the shape that registry clients understand. */
export class RegistryError extends Error {
  override name = 'RegistryError'
  readonly code: RegistryErrorCode
  readonly status: number
  readonly headers: Record<string, string>

  constructor(
    code: RegistryErrorCode,
    message: string,
    options: { status?: number; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.code = code
    this.status = options.status ?? statuses[code]
    this.headers = options.headers ?? {}
  }

  body(): string {
    return JSON.stringify({ errors: [{ code: this.code, message: this.message, detail: {} }] })
  }
}

/** The listing whose repository is asked for has just been deleted. */
export function listingGone(name: string): RegistryError {
  return new RegistryError('NAME_UNKNOWN', `There is no listing ${name} any more: it was deleted meanwhile.`)
}
