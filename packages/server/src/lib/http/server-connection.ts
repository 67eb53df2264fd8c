import type { Socket } from 'node:net'
import { guarded } from '../guarded.ts'
import { BadMessage } from './bad-message.ts'
import { type ConnectionLimits, judgeAge, type Reading } from './connection-limits.ts'
import { RequestBodyReader } from './request-body-reader.ts'
import { type HeaderBlock, readRequestHead } from './request-head.ts'
import { type BodySink, type ExchangeConnection, ServerExchange } from './server-exchange.ts'

export interface ConnectionEvents {
  request(exchange: ServerExchange): void
  /** What the caller sent cannot be understood, or took too long: answer it on the bare socket, which then closes. */
  refused(socket: Socket, problem: BadMessage): void
  closed(connection: ServerConnection): void
  /** The code that handles an exchange failed. */
  failed(error: unknown, exchange: ServerExchange): void
  /** Whether the server goes out of service: then each answer says that its connection ends. */
  stopping(): boolean
  /** Whether no further request is waited for on any connection. */
  closing(): boolean
}

const EMPTY: Buffer = Buffer.alloc(0)
/** How much may wait unread behind a request that is still being answered. */
const WAITING_BYTES = 64 * 1024
/** How much of earlier answers the caller may leave untaken before its next request is read. */
const UNSENT_BYTES = 256 * 1024
/** Answers up to this length are written as one string. */
const ONE_WRITE = 16 * 1024

/** The connection of a caller: reads one request after another and never begins one before the answer to the former is complete. */
export class ServerConnection implements ExchangeConnection {
  readonly #socket: Socket
  readonly #limits: ConnectionLimits
  readonly #events: ConnectionEvents
  #reading: Reading = 'head'
  #pending: Buffer = EMPTY
  /** Whether the pending bytes belong to the shared read buffer. */
  #borrowed = false
  /** Where the search for the end of the head goes on. */
  #searched = 0
  #exchange: ServerExchange | undefined
  #former: HeaderBlock | undefined
  #body: RequestBodyReader | undefined
  #sink: BodySink | undefined
  #bodyPaused = false
  #socketPaused = false
  #advancing = false
  #halfClosed = false
  /** Set while draining when the connection ends with the answer. */
  #lastAnswer = false
  /** Since when the present stage lasts: idle, a head or a request being read, a rest being drained. */
  #since: number
  #idle = true
  /** Bytes of answers that were not yet taken at the last look. */
  #unsent = 0
  #remote: string | undefined

  constructor(socket: Socket, limits: ConnectionLimits, events: ConnectionEvents, now: number) {
    this.#socket = socket
    this.#limits = limits
    this.#events = events
    this.#since = now
    socket.setNoDelay(true)
    const guard = <Args extends unknown[]>(callback: (...args: Args) => unknown) =>
      guarded((error) => this.#fail(error), callback)
    socket.on(
      'drain',
      guard(() => this.#drained()),
    )
    socket.on(
      'end',
      guard(() => this.#ended()),
    )
    // The close event follows every error, and it is what counts.
    socket.on('error', () => {})
    socket.once(
      'close',
      guard(() => this.#closed()),
    )
  }

  get remoteAddress(): string {
    this.#remote ??= this.#socket.remoteAddress ?? ''
    return this.#remote
  }

  /** Whether something was asked that is not answered yet. */
  get busy(): boolean {
    return this.#exchange !== undefined
  }

  get stopping(): boolean {
    return this.#events.stopping()
  }

  /** Handles received bytes. They belong to a shared buffer: what is not handled at once is copied. */
  feed(bytes: Buffer): void {
    try {
      if (this.#reading === 'closed') return
      const isHead = this.#reading === 'head' && this.#pending.length === 0
      if (isHead) this.#pending = bytes
      else this.#pending = this.#pending.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#pending, bytes])
      this.#borrowed = isHead
      this.#advance()
      this.#own()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Copies pending bytes out of the shared buffer. */
  #own(): void {
    if (this.#borrowed && this.#pending.length > 0) this.#pending = Buffer.from(this.#pending)
    this.#borrowed = false
  }

  /** Closes the connection if nothing is in progress on it; what was answered already is still sent. */
  closeIdle(): void {
    if (!this.#idle) return
    if (this.#socket.writableLength === 0) this.destroy()
    else this.#next(false)
  }

  /** Enforces the time limits; called every second or so. */
  check(now: number): void {
    const unsent = this.#socket.writableLength
    // A caller that takes its answer slowly is not idle.
    if (unsent > 0 && unsent < this.#unsent && (this.#idle || this.#reading === 'closed')) this.#since = now
    this.#unsent = unsent
    const stage = { reading: this.#reading, idle: this.#idle, isNew: this.#former === undefined }
    const verdict = judgeAge(stage, now - this.#since, this.#limits)
    if (verdict === 'close') this.destroy()
    else if (verdict === 'refuse') this.#refuse(new BadMessage('the request took too long to arrive', 408))
  }

  write(data: string | Buffer): boolean {
    return typeof data === 'string' ? this.#socket.write(data, 'latin1') : this.#socket.write(data)
  }

  writeAll(pieces: readonly (string | Buffer)[]): boolean {
    let length = 0
    for (const piece of pieces) length += piece.length
    if (length <= ONE_WRITE) {
      // One string is written faster than several pieces.
      let text = ''
      for (const piece of pieces) text += typeof piece === 'string' ? piece : piece.toString('latin1')
      return this.#socket.write(text, 'latin1')
    }
    let room = true
    this.#socket.cork()
    for (const piece of pieces) room = this.write(piece)
    this.#socket.uncork()
    return room
  }

  startBody(sink: BodySink): void {
    if (this.#reading !== 'body') return
    this.#sink = sink
    this.#advance()
  }

  pauseBody(): void {
    this.#bodyPaused = true
  }

  resumeBody(): void {
    if (!this.#bodyPaused) return
    this.#bodyPaused = false
    this.#advance()
  }

  answered(reusable: boolean): void {
    this.#exchange = undefined
    this.#sink = undefined
    this.#bodyPaused = false
    if (this.#reading === 'body') {
      this.#reading = 'drain'
      this.#since = performance.now()
      this.#lastAnswer = !reusable
      this.#advance()
    } else if (this.#reading === 'read') this.#next(reusable)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #next(reusable: boolean): void {
    if (!reusable || this.#halfClosed || this.#events.closing()) {
      this.#reading = 'closed'
      this.#pending = EMPTY
      this.#since = performance.now()
      // Bytes nobody will read would reset the connection and take the answer with it.
      this.#socket.resume()
      this.#socket.end()
      return
    }
    this.#reading = 'head'
    this.#searched = 0
    this.#idle = this.#pending.length === 0
    this.#since = performance.now()
    this.#advance()
  }

  /** Works off what has come, as far as it goes. A caller that is ahead of its answers is made to wait. */
  #advance(): void {
    if (this.#advancing) return
    this.#advancing = true
    try {
      while (this.#pending.length > 0 && this.#step());
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#advancing = false
    }
    const wait = this.#mustWait()
    if (wait !== this.#socketPaused) {
      this.#socketPaused = wait
      if (wait) this.#socket.pause()
      else this.#socket.resume()
    }
  }

  /** Whether the caller is ahead of its answers, or of those who take its body. */
  #mustWait(): boolean {
    if (this.#pending.length === 0) return false
    if (this.#reading === 'head') return this.#isBehind()
    if (this.#reading === 'body' && this.#sink !== undefined) return true
    return this.#pending.length >= WAITING_BYTES
  }

  /** Whether the caller does not take its answers. */
  #isBehind(): boolean {
    return this.#socket.writableLength > UNSENT_BYTES
  }

  /** One step of reading; false when nothing more can be done for now. */
  #step(): boolean {
    switch (this.#reading) {
      case 'head':
        return !this.#isBehind() && this.#readHead()
      case 'body':
        if (this.#sink === undefined || this.#bodyPaused) return false
        this.#readBody(this.#sink)
        return true
      case 'drain':
        this.#readBody(undefined)
        return true
      default:
        return false
    }
  }

  #readHead(): boolean {
    const { headBytes } = this.#limits
    const bytes = this.#pending
    if (this.#idle) {
      this.#idle = false
      this.#since = performance.now()
    }
    const end = bytes.indexOf('\r\n\r\n', this.#searched, 'latin1')
    if (end < 0 ? bytes.length > headBytes : end > headBytes) throw new BadMessage('the headers are too long', 431)
    if (end < 0) {
      this.#searched = Math.max(0, bytes.length - 3)
      return false
    }
    const head = readRequestHead(bytes.toString('latin1', 0, end), this.#former)
    this.#former = head.block
    this.#pending = end + 4 === bytes.length ? EMPTY : bytes.subarray(end + 4)
    const exchange = new ServerExchange(this, head)
    this.#exchange = exchange
    this.#beginBody(exchange)
    this.#events.request(exchange)
    return true
  }

  #beginBody(exchange: ServerExchange): void {
    const { length, chunked } = exchange
    if (!chunked && length <= 0) {
      exchange.body = EMPTY
      this.#reading = 'read'
    } else if (!chunked && this.#pending.length >= length) {
      const body = this.#pending.subarray(0, length)
      exchange.body = this.#borrowed ? Buffer.from(body) : body
      this.#pending = this.#pending.length === length ? EMPTY : this.#pending.subarray(length)
      this.#reading = 'read'
    } else {
      this.#own()
      this.#reading = 'body'
      this.#body = new RequestBodyReader(length, chunked)
    }
  }

  #readBody(sink: BodySink | undefined): void {
    if (this.#body === undefined) return
    const { parts, rest, ended } = this.#body.take(this.#pending)
    this.#pending = rest
    if (ended) this.#bodyRead()
    // A sink that pauses gets the rest of these bytes anyway: they are at most one read.
    for (const part of parts) sink?.onData(part)
    if (ended) sink?.onEnd()
  }

  #bodyRead(): void {
    if (this.#reading === 'drain') {
      this.#reading = 'read'
      this.#next(!this.#lastAnswer)
    } else this.#reading = 'read'
  }

  #drained(): void {
    try {
      this.#exchange?.onDrain?.()
    } catch (error) {
      this.#fail(error)
    }
    this.#advance()
  }

  /** The caller sends no more. What it asked for completely is still answered. */
  #ended(): void {
    this.#halfClosed = true
    if (this.#reading === 'read') this.#exchange?.halfClosed()
    else if (this.#reading === 'drain' || this.#idle) this.#next(false)
    else if (this.#reading !== 'closed') this.destroy()
  }

  #closed(): void {
    this.#reading = 'closed'
    this.#pending = EMPTY
    const exchange = this.#exchange
    this.#exchange = undefined
    exchange?.gone()
    this.#events.closed(this)
  }

  /** Ends this exchange, and nothing else, when it cannot go on. */
  #fail(error: unknown): void {
    if (error instanceof BadMessage) {
      this.#refuse(error)
      return
    }
    const exchange = this.#exchange
    if (exchange !== undefined) this.#events.failed(error, exchange)
    this.destroy()
  }

  #refuse(problem: BadMessage): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    this.#reading = 'closed'
    this.#pending = EMPTY
    this.#since = performance.now()
    const begun = exchange?.begun ?? false
    exchange?.gone()
    if (begun) this.destroy()
    else this.#events.refused(this.#socket, problem)
  }
}
