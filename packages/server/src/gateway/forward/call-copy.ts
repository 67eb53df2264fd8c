import type { Payload } from '../observe/payload-recorder.ts'
import { BodyCopy } from './body-copy.ts'

/** Counts the body of a request, and copies the beginning of both bodies where the installation wants them kept. */
export class CallCopy {
  requestSize = 0
  readonly #request: BodyCopy | undefined
  readonly #answer: BodyCopy | undefined

  constructor(keeps: boolean) {
    if (!keeps) return
    this.#request = new BodyCopy()
    this.#answer = new BodyCopy()
  }

  addRequest(chunk: Buffer): void {
    this.requestSize += chunk.length
    this.#request?.add(chunk)
  }

  addAnswer(chunk: Buffer): void {
    this.#answer?.add(chunk)
  }

  payload(answerSize: number): Payload | undefined {
    if (this.#request === undefined || this.#answer === undefined) return undefined
    const { requestSize } = this
    return { request: this.#request.bytes(), requestSize, answer: this.#answer.bytes(), answerSize }
  }
}
