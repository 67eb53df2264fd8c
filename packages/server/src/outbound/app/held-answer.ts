import { guarded } from '../../lib/guarded.ts'
import type { AppCall, AppCaller } from './app-call.ts'
import { type AppSilence, internalSilence } from './app-silence.ts'
import type { Departure } from './departure.ts'

export type AppAnswer = {
  kind: 'answer'
  status: number
  /** Names in lower case and values in turn. */
  headers: readonly string[]
  body: Buffer
  /** The body, a character for each byte, where it came in one piece and is whole. */
  text?: string | undefined
  /** Whole length, as far as it was read. */
  size: number
  tooLong: boolean
}

/** The value of a header, the first of several. */
export function answerHeader(answer: AppAnswer, lowerName: string): string | undefined {
  for (let index = 0; index + 1 < answer.headers.length; index += 2) {
    if (answer.headers[index] === lowerName) return answer.headers[index + 1]
  }
  return undefined
}

/** Gathers an answer until it is whole, its deadline has come, or nobody wants it any more. */
export class HeldAnswer implements AppCaller {
  readonly outcome: Promise<AppAnswer | AppSilence>
  readonly #resolve: (outcome: AppAnswer | AppSilence) => void
  readonly #most: number
  readonly #room: ((bytes: number) => boolean) | undefined
  readonly #signal: AbortSignal | undefined
  readonly #departure: Departure | undefined
  readonly #timer: NodeJS.Timeout
  readonly #onAbort: () => void
  readonly #onSettled: () => void
  readonly #chunks: Buffer[] = []
  #text: string | undefined
  #call: AppCall | undefined
  #status = 0
  #headers: readonly string[] = []
  #size = 0
  #kept = 0
  #settled = false

  constructor(
    limits: {
      timeoutMs: number
      maxAnswerBytes: number
      /** Asked before bytes are kept; without room for them there is no answer. */
      room?: (bytes: number) => boolean
      signal?: AbortSignal
      departure?: Departure
    },
    onSettled: () => void,
  ) {
    this.#onSettled = onSettled
    const { promise, resolve } = Promise.withResolvers<AppAnswer | AppSilence>()
    this.outcome = promise
    this.#resolve = resolve
    this.#most = limits.maxAnswerBytes
    this.#room = limits.room
    this.#signal = limits.signal
    this.#departure = limits.departure
    const late = () => this.#giveUp('timeout', `no whole answer within ${Math.round(limits.timeoutMs)} ms`)
    // A bug at giving up must not leave somebody waiting forever.
    const fail = () => this.#settle(internalSilence)
    this.#timer = setTimeout(guarded(fail, late), limits.timeoutMs)
    this.#onAbort = guarded(fail, () => this.#giveUp('aborted', 'the request was given up'))
    this.#signal?.addEventListener('abort', this.#onAbort, { once: true })
    this.#departure?.listen(this.#onAbort)
  }

  begin(call: AppCall): void {
    this.#call = call
    if (this.#signal?.aborted || this.#departure?.isOver) this.#onAbort()
    else if (this.#settled) call.abandon()
  }

  onHead(status: number, headers: readonly string[], whole: string | undefined): void {
    this.#status = status
    this.#headers = headers
    if (whole === undefined) return
    if (whole.length <= this.#most) this.#text = whole
    this.#take(Buffer.from(whole.slice(0, this.#most), 'latin1'), whole.length)
  }

  onData(chunk: Buffer): void {
    // The bytes are the connection's: a copy is kept.
    if (!this.#settled) this.#take(Buffer.from(chunk.subarray(0, Math.max(0, this.#most - this.#kept))), chunk.length)
  }

  /** Keeps a part of the answer; `length` is more than it has where the limit cut it. */
  #take(part: Buffer, length: number): void {
    if (this.#settled) return
    this.#size += length
    if (part.length > 0) {
      if (this.#room?.(part.length) === false) {
        this.#giveUp('crowded', 'no room for the answer')
        return
      }
      this.#chunks.push(part)
      this.#kept += part.length
    }
    if (this.#size <= this.#most) return
    this.#answer(true)
    this.#call?.abandon()
  }

  onDrain(): void {}

  onEnd(): void {
    this.#answer(false)
  }

  onSilence(silence: AppSilence): void {
    this.#settle(silence)
  }

  #giveUp(error: AppSilence['error'], message: string): void {
    if (this.#settled) return
    this.#settle({ kind: 'silence', error, message })
    this.#call?.abandon()
  }

  #answer(tooLong: boolean): void {
    const body = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks)
    const text = this.#text
    this.#settle({
      kind: 'answer',
      status: this.#status,
      headers: this.#headers,
      body,
      text,
      size: this.#size,
      tooLong,
    })
  }

  #settle(outcome: AppAnswer | AppSilence): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#departure?.listen(undefined)
    this.#onSettled()
    this.#resolve(outcome)
  }
}
