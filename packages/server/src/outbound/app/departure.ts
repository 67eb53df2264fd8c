/**
 * Says that the caller of a request went away. Each held call has one: an AbortController with its listener would cost more than the timer, the
 * promise and the copy of the answer together.
 */
export class Departure {
  isOver = false
  #listener: (() => void) | undefined

  /** Who hears of it, if anybody does; one at a time. */
  listen(listener: (() => void) | undefined): void {
    this.#listener = listener
  }

  leave(): void {
    this.isOver = true
    const listener = this.#listener
    this.#listener = undefined
    listener?.()
  }
}
