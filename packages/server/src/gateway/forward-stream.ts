import { Readable } from 'node:stream'
import { Failure } from '@mkt/contract/errors'
import type { Dispatcher } from 'undici'
import type { LiveInstance } from '../domain/route.ts'
import { silenceOf } from '../outbound/app-client.ts'
import { answerHeaders } from './answer-headers.ts'
import { type Exchange, recordCall, upstreamHeaders } from './exchange.ts'
import { type GatewayParts, gatewayLimits } from './parts.ts'
import { dropRest, sendProblem } from './problem.ts'
import { checkAnnouncedSize, readBody, tooLarge } from './read-body.ts'
import { unavailable } from './refusals.ts'

/**
 * Every other path: request and answer flow through as they come, each slowed down by the slower side. When the caller goes away the
 * application's request is cancelled; the application may answer before it has read the whole body.
 */
export async function forwardStream(parts: GatewayParts, exchange: Exchange): Promise<void> {
  const { request, route } = exchange
  checkAnnouncedSize(request, gatewayLimits.bodyBytes)
  const length = request.headers['content-length']
  // A small body is gathered first: sent as one piece it costs half of what a stream does.
  const small = length !== undefined && Number(length) <= SMALL_BODY ? await readBody(request, SMALL_BODY) : undefined
  const first = parts.client.choose(route.instances)
  if (first === undefined) throw unavailable()
  const chunked = request.headers['transfer-encoding'] !== undefined
  const body = small ?? (length !== undefined || chunked ? 'stream' : null)
  await new Promise<void>((resolve) => new StreamedCall(parts, exchange, body, resolve).start(first))
}

const SMALL_BODY = 64 * 1024

class StreamedCall implements Dispatcher.DispatchHandler {
  readonly #parts: GatewayParts
  readonly #exchange: Exchange
  readonly #done: () => void
  readonly #headers: string[]
  readonly #body: CountedBody | Buffer | null
  readonly #timer: NodeJS.Timeout
  #instance: LiveInstance | undefined
  #free: (() => void) | undefined
  #controller: Dispatcher.DispatchController | undefined
  #abortReason: Failure | 'gone' | undefined
  #sent = false
  #retried = false
  #answerSize = 0
  #ended = false

  constructor(parts: GatewayParts, exchange: Exchange, body: Buffer | 'stream' | null, done: () => void) {
    this.#parts = parts
    this.#exchange = exchange
    this.#done = done
    this.#headers = upstreamHeaders(parts, exchange)
    const { request, response } = exchange
    const length = request.headers['content-length']
    if (body === 'stream') {
      this.#body = new CountedBody(request, gatewayLimits.bodyBytes, (failure) => this.#abort(failure))
      if (length !== undefined) this.#headers.push('content-length', length)
    } else {
      this.#body = body
    }
    this.#timer = setTimeout(() => {
      this.#abort(new Failure('app_timeout', `The application did not answer within ${gatewayLimits.streamMs} ms.`))
    }, gatewayLimits.streamMs)
    response.once('close', () => {
      if (!response.writableFinished) this.#abort('gone')
    })
    response.on('drain', () => this.#controller?.resume())
  }

  start(instance: LiveInstance): void {
    this.#instance = instance
    this.#free = this.#parts.client.begin(instance)
    const { method, path, query } = this.#exchange
    this.#parts.client.dispatch(
      instance,
      { method: method as Dispatcher.HttpMethod, path: path + query, headers: this.#headers, body: this.#body },
      this,
    )
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#sent = true
    if (this.#abortReason !== undefined) controller.abort(new Error('given up'))
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return
    const { response, request, sharedOrigin, requestId } = this.#exchange
    const passed = answerHeaders(headers, sharedOrigin)
    passed['x-request-id'] = requestId
    // The application answered before it had the whole body: the rest is not worth a connection.
    if (!request.complete) {
      passed.connection = 'close'
      dropRest(response)
    }
    response.writeHead(status, passed)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#answerSize += chunk.length
    if (!this.#exchange.response.write(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    this.#exchange.response.end()
    this.#finish(this.#exchange.response.statusCode)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#free?.()
    const other = this.#otherInstance(error)
    if (other !== undefined) {
      this.#retried = true
      this.start(other)
      return
    }
    this.#fail(this.#abortReason ?? failureOf(error))
  }

  /** Another instance, when nothing was sent to this one: then a second try cannot do anything twice. */
  #otherInstance(error: Error): LiveInstance | undefined {
    const silence = silenceOf(error)
    const unsent = !this.#sent && (silence.error === 'refused' || silence.error === 'connect')
    const bodyUntouched = !(this.#body instanceof CountedBody) || !this.#body.touched
    if (!unsent || !bodyUntouched || this.#retried || this.#abortReason !== undefined) return undefined
    return this.#parts.client.choose(this.#exchange.route.instances, this.#instance)
  }

  #abort(reason: Failure | 'gone'): void {
    if (this.#ended || this.#abortReason !== undefined) return
    this.#abortReason = reason
    if (this.#controller !== undefined) this.#controller.abort(new Error('given up'))
    else this.#fail(reason)
  }

  #fail(reason: Failure | 'gone'): void {
    if (this.#ended) return
    if (reason === 'gone') {
      this.#exchange.response.destroy()
      this.#finish(499)
      return
    }
    // After the first byte of an answer the only honest sign of failure is a broken connection.
    if (this.#exchange.response.headersSent) this.#exchange.response.destroy()
    else sendProblem(this.#exchange.response, reason, this.#exchange.requestId)
    this.#finish(reason.status, reason)
  }

  #finish(status: number, failure?: Failure): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#timer)
    this.#free?.()
    const requestSize = this.#body instanceof CountedBody ? this.#body.size : (this.#body?.length ?? 0)
    recordCall(this.#parts, this.#exchange, {
      status,
      ...(failure === undefined ? {} : { code: failure.code }),
      requestSize,
      answerSize: this.#answerSize,
      instanceId: this.#instance?.id,
    })
    this.#done()
  }
}

function failureOf(error: Error): Failure {
  const silence = silenceOf(error)
  if (silence.error === 'refused' || silence.error === 'connect') return unavailable()
  return new Failure('app_bad_answer', 'The application ended the connection before its answer was whole.')
}

/** The caller's body as a stream for the application, counted against the limit while it flows. */
class CountedBody extends Readable {
  size = 0
  touched = false
  readonly #request: Readable
  readonly #limit: number

  constructor(request: Readable, limit: number, tooMuch: (failure: Failure) => void) {
    super()
    this.#request = request
    this.#limit = limit
    request.pause()
    request.on('data', (chunk: Buffer) => {
      this.size += chunk.length
      if (this.size > this.#limit) tooMuch(tooLarge(this.#limit))
      else if (!this.push(chunk)) request.pause()
    })
    request.once('end', () => this.push(null))
    request.once('error', () => this.destroy(new Error('the caller went away')))
    request.pause()
  }

  override _read(): void {
    this.touched = true
    this.#request.resume()
  }
}
