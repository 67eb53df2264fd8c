import { Failure } from '@mkt/contract/errors'
import type { LiveInstance } from '../domain/route/route.ts'
import type { Deadlines, Waiter } from '../lib/deadlines.ts'
import { guarded } from '../lib/guarded.ts'
import { readOn } from '../lib/read-on.ts'
import type { AppCall, AppCaller } from '../outbound/app-call.ts'
import type { AppSilence } from '../outbound/app-silence.ts'
import { answerHeaders } from './answer-headers.ts'
import { BodyCopy } from './body-copy.ts'
import type { Place } from './concurrency.ts'
import { type Exchange, recordCall, upstreamLines } from './exchange.ts'
import { type GatewayParts, gatewayLimits } from './parts.ts'
import { sendProblem } from './problem.ts'
import { checkAnnouncedSize, tooLarge } from './read-body.ts'
import { ourFault, tooBusy, unavailable } from './refusals.ts'

const SMALL_BODY = 64 * 1024
const NOTHING = Buffer.alloc(0)

/**
 * Every other path: request and answer flow through as they come, each slowed down by the slower side. When the caller goes away the
 * application's request is cancelled; the application may answer before it has read the whole body. The place is taken when the body has come, or
 * begins to flow, and left once, in any case.
 */
export function forwardStream(parts: GatewayParts, deadlines: Deadlines, exchange: Exchange, place: Place): void {
  new StreamedCall(parts, deadlines, exchange, place).begin()
}

class StreamedCall implements AppCaller, Waiter {
  dueAt = 0
  earlier: Waiter | undefined
  later: Waiter | undefined
  readonly #parts: GatewayParts
  readonly #deadlines: Deadlines
  readonly #exchange: Exchange
  readonly #place: Place
  readonly #requestCopy: BodyCopy | undefined
  readonly #answerCopy: BodyCopy | undefined
  #lines = ''
  #body: Buffer | null | { length: number | undefined } = null
  #instance: LiveInstance | undefined
  #call: AppCall | undefined
  #sent = false
  #retried = false
  #choked = false
  #requestSize = 0
  #answerSize = 0
  #ended = false

  constructor(parts: GatewayParts, deadlines: Deadlines, exchange: Exchange, place: Place) {
    this.#parts = parts
    this.#deadlines = deadlines
    this.#exchange = exchange
    this.#place = place
    if (!exchange.route.recording || parts.payloads === undefined) return
    this.#requestCopy = new BodyCopy()
    this.#answerCopy = new BodyCopy()
  }

  begin(): void {
    const { response } = this.#exchange
    this.#deadlines.add(this, this.#exchange.startedAt)
    response.once(
      'close',
      this.#guard(() => {
        if (!response.writableFinished) this.#abort('gone')
      }),
    )
    this.#guard(() => this.#read())()
  }

  #read(): void {
    const { request } = this.#exchange
    checkAnnouncedSize(request, gatewayLimits.bodyBytes)
    const announced = request.headers['content-length']
    const length = announced === undefined ? undefined : Number(announced)
    if (length !== undefined && length <= SMALL_BODY) {
      this.#gather(length)
    } else {
      const streamed = length !== undefined || request.headers['transfer-encoding'] !== undefined
      if (streamed) this.#awaitFlow(length)
      else this.#send(null)
    }
  }

  /** A large body goes on as it comes, but not before its first bytes are there. */
  #awaitFlow(length: number | undefined): void {
    const { request } = this.#exchange
    let isFlowing = false
    const first = this.#guard((chunk: Buffer) => {
      isFlowing = true
      request.pause()
      request.off('data', first)
      request.unshift(chunk)
      this.#send({ length })
    })
    request.on('data', first)
    const ended = () => {
      if (!isFlowing) this.#send(NOTHING)
    }
    request.once('end', this.#guard(ended))
  }

  /** A small body is gathered first: sent together with the headers it costs half of what a stream does. */
  #gather(length: number): void {
    if (length === 0) {
      this.#send(NOTHING)
      return
    }
    const chunks: Buffer[] = []
    const take = (chunk: Buffer) => {
      this.#requestSize += chunk.length
      chunks.push(chunk)
      if (this.#requestSize !== length) return
      const body = chunks.length === 1 ? chunk : Buffer.concat(chunks)
      this.#requestCopy?.add(body)
      this.#send(body)
    }
    this.#exchange.request.on('data', this.#guard(take))
  }

  #send(body: Buffer | null | { length: number | undefined }): void {
    if (this.#ended) return
    if (!this.#place.enter()) {
      this.#fail(tooBusy())
      return
    }
    const instance = this.#parts.client.choose(this.#exchange.route.instances)
    if (instance === undefined) {
      this.#fail(unavailable())
      return
    }
    this.#body = body
    this.#lines = upstreamLines(this.#parts, this.#exchange)
    this.#sendTo(instance)
  }

  #sendTo(instance: LiveInstance): void {
    const { method, path, query } = this.#exchange
    this.#instance = instance
    this.#parts.client.enter(instance)
    this.#call = undefined
    const line = { method, target: path + query, lines: this.#lines }
    this.#call = this.#parts.client.call(instance, line, this.#body, this)
    // The connection was there at once, so the call began before it was known.
    if (this.#sent) this.#stream()
  }

  onSent(): void {
    this.#sent = true
    if (this.#call !== undefined) this.#stream()
  }

  /** Passes on a body that is still coming. */
  #stream(): void {
    if (this.#body === null || Buffer.isBuffer(this.#body)) return
    const { request } = this.#exchange
    const pass = (chunk: Buffer) => {
      if (this.#ended) return
      this.#requestSize += chunk.length
      this.#requestCopy?.add(chunk)
      if (this.#requestSize > gatewayLimits.bodyBytes) this.#abort(tooLarge(gatewayLimits.bodyBytes))
      else if (this.#call?.write(chunk) === false) request.pause()
    }
    request.on('data', this.#guard(pass))
    request.once(
      'end',
      this.#guard(() => this.#call?.finish()),
    )
    request.resume()
  }

  onDrain(): void {
    this.#exchange.request.resume()
  }

  onHead(status: number, headers: readonly string[], whole: string | undefined): void {
    const { response, sharedOrigin, requestId } = this.#exchange
    const passed = answerHeaders(headers, sharedOrigin, requestId)
    // The application may answer before it has the whole body.
    readOn(response)
    response.writeHead(status, passed)
    if (whole === undefined) return
    this.#answerSize = whole.length
    this.#answerCopy?.add(Buffer.from(whole, 'latin1'))
    // As one string, headers and body are written at once.
    if (whole === '') response.end()
    else response.end(whole, 'latin1')
  }

  onData(chunk: Buffer): void {
    const { response } = this.#exchange
    this.#answerSize += chunk.length
    this.#answerCopy?.add(chunk)
    // The bytes are the connection's, and the caller may be slow: a copy waits for it.
    if (response.write(Buffer.from(chunk)) || this.#choked) return
    this.#choked = true
    this.#call?.pause()
    response.once('drain', () => {
      this.#choked = false
      this.#call?.resume()
    })
  }

  onEnd(): void {
    const { response } = this.#exchange
    if (!response.writableEnded) response.end()
    this.#finish(response.statusCode)
  }

  onSilence(silence: AppSilence): void {
    // Another instance, when nothing was sent to this one: then a second try cannot do anything twice.
    const unsent = !this.#sent && (silence.error === 'refused' || silence.error === 'connect')
    const other =
      unsent && !this.#retried ? this.#parts.client.choose(this.#exchange.route.instances, this.#instance) : undefined
    if (other === undefined) {
      this.#fail(failureOf(silence))
      return
    }
    this.#retried = true
    if (this.#instance !== undefined) this.#parts.client.leave(this.#instance)
    this.#sendTo(other)
  }

  onDeadline(): void {
    const waited = Math.round(performance.now() - this.#exchange.startedAt)
    this.#abort(new Failure('app_timeout', `The application did not answer within ${waited} ms.`))
  }

  /** Whatever goes wrong in a callback of this call fails this call and nothing else. */
  #guard<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
    return guarded((error) => this.#fault(error), callback)
  }

  #fault(error: unknown): void {
    if (!(error instanceof Failure))
      this.#parts.log.error({ error, requestId: this.#exchange.requestId }, 'The gateway met a bug')
    this.#abort(error instanceof Failure ? error : ourFault())
  }

  #abort(reason: Failure | 'gone'): void {
    if (this.#ended) return
    this.#call?.abandon()
    this.#fail(reason)
  }

  #fail(reason: Failure | 'gone'): void {
    const { response, requestId } = this.#exchange
    if (reason === 'gone') {
      response.destroy()
      this.#finish(499)
      return
    }
    // After the first byte of an answer the only honest sign of failure is a broken connection.
    if (response.headersSent) response.destroy()
    else sendProblem(response, reason, requestId)
    this.#finish(reason.status, reason)
  }

  #finish(status: number, failure?: Failure): void {
    if (this.#ended) return
    this.#ended = true
    this.#deadlines.delete(this)
    if (this.#instance !== undefined) this.#parts.client.leave(this.#instance)
    const sizes = { requestSize: this.#requestSize, answerSize: this.#answerSize }
    const payload =
      this.#requestCopy === undefined || this.#answerCopy === undefined
        ? undefined
        : { request: this.#requestCopy.bytes(), answer: this.#answerCopy.bytes(), ...sizes }
    const result = { status, code: failure?.code, ...sizes, instance: this.#instance }
    try {
      recordCall(this.#parts, this.#exchange, result, payload)
    } finally {
      this.#place.leave()
    }
  }
}

function failureOf(silence: AppSilence): Failure {
  if (silence.error === 'internal') return ourFault()
  if (silence.error === 'refused' || silence.error === 'connect') return unavailable()
  return new Failure('app_bad_answer', 'The application ended the connection before its answer was whole.')
}
