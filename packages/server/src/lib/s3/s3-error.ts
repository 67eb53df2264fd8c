/** The object storage did not do what it was asked: by its own code, or because it was not reached. */
export class S3Error extends Error {
  override name = 'S3Error'
  readonly code: string
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number

  constructor(code: string, status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.status = status
  }

  /** Whether the same request may succeed a moment later. */
  get isPassing(): boolean {
    return (
      this.status === 0 || this.status === 429 || (this.status >= 500 && this.status !== 501 && this.status !== 507)
    )
  }
}
