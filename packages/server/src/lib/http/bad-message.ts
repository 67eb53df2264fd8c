/** A request or an answer that not every reader would understand alike. Its connection is closed. */
export class BadMessage extends Error {
  /** The status to answer a bad request with. */
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}
