import { connect, type Socket } from 'node:net'
import { guarded } from '../../lib/guarded.ts'
import { BadMessage } from '../../lib/http/bad-message.ts'
import { AnswerReader, type AnswerSink } from './answer-reader.ts'
import { type AppSilence, internalSilence, silenceOf } from './app-silence.ts'

/** Where an instance listens. */
export type AppAddress = { host: string; port: number } | { path: string }

/** Who uses a connection for one request and its answer. */
export interface ConnectionUser extends AnswerSink {
  /** The connection took what it could not take before. */
  onDrain(): void
  /** The answer is complete. */
  onEnd(): void
  onSilence(silence: AppSilence): void
}

/** What becomes of a connection. */
export interface ConnectionEvents {
  opened(connection: AppConnection): void
  failed(silence: AppSilence): void
  freed(connection: AppConnection): void
  closed(connection: AppConnection): void
  /** Our bug ended the exchange that the connection carried. */
  fault(error: unknown): void
}

const CONNECT_MS = 2_000
const KEPT_MS = 4_000
const ONE_WRITE = 16 * 1024

/**
 * What arrives is read into one buffer for all connections, because it is worked off before the next read begins. That spares a new buffer for
 * each read, which costs more than the reading.
 */
const shared = Buffer.allocUnsafe(64 * 1024)

/** One connection to an instance: carries one request at a time, and as many after another as the instance lets it. */
export class AppConnection {
  /** When it may no longer be used for another request; the instance might just be closing it. */
  keptUntil = 0
  readonly #socket: Socket
  readonly #reader = new AnswerReader()
  readonly #events: ConnectionEvents
  #user: ConnectionUser | undefined
  #bodyOpen = false
  #paused = false
  #error: NodeJS.ErrnoException | undefined

  constructor(address: AppAddress, events: ConnectionEvents) {
    this.#events = events
    let opened = false
    const onread = { buffer: shared, callback: (count: number, bytes: Uint8Array) => this.#read(count, bytes) }
    const socket = connect({ ...address, noDelay: true, onread })
    const guard = (callback: () => void) => guarded((error) => this.#fault(error), callback)
    const timer = setTimeout(
      guard(() => socket.destroy(connectTimeout())),
      CONNECT_MS,
    )
    const onConnect = () => {
      clearTimeout(timer)
      opened = true
      events.opened(this)
    }
    const onClose = () => {
      clearTimeout(timer)
      // The pool hears of the end even when the one who used the connection fails at hearing of it.
      try {
        if (!opened) events.failed(silenceOf(this.#error, 'opening'))
        else this.#fail(silenceOf(this.#error, 'open'))
      } finally {
        events.closed(this)
      }
    }
    socket.once('connect', guard(onConnect))
    socket.on(
      'drain',
      guard(() => this.#user?.onDrain()),
    )
    socket.on(
      'end',
      guard(() => this.#ended()),
    )
    socket.on('error', (error) => {
      this.#error = error
    })
    socket.once('close', guard(onClose))
    this.#socket = socket
  }

  /** Sends a request. With a body that is yet to come, `write` and `finish` follow. */
  send(user: ConnectionUser, head: string, body: Buffer | null | 'open', toHead: boolean): void {
    this.#user = user
    this.#bodyOpen = body === 'open'
    this.#reader.begin(user, toHead)
    if (body === null || body === 'open') {
      this.#socket.write(head, 'latin1')
    } else if (head.length + body.length <= ONE_WRITE) {
      // One string is written faster than two buffers.
      this.#socket.write(head + body.toString('latin1'), 'latin1')
    } else {
      this.#socket.cork()
      this.#socket.write(head, 'latin1')
      this.#socket.write(body)
      this.#socket.uncork()
    }
  }

  /** Whether more may follow at once; otherwise after `onDrain`. */
  write(user: ConnectionUser, chunk: Buffer, chunked: boolean): boolean {
    if (this.#user !== user || chunk.length === 0) return true
    if (!chunked) return this.#socket.write(chunk)
    this.#socket.cork()
    this.#socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1')
    this.#socket.write(chunk)
    const room = this.#socket.write('\r\n', 'latin1')
    this.#socket.uncork()
    return room
  }

  finish(user: ConnectionUser, chunked: boolean): void {
    if (this.#user !== user) return
    this.#bodyOpen = false
    if (chunked) this.#socket.write('0\r\n\r\n', 'latin1')
  }

  /** The user takes no more for now. */
  pause(user: ConnectionUser): void {
    if (this.#user !== user || this.#paused) return
    this.#paused = true
    this.#socket.pause()
  }

  resume(user: ConnectionUser): void {
    if (this.#user === user) this.#resume()
  }

  /** The user gives up, and the connection ends with its request. It hears nothing more. */
  abandon(user: ConnectionUser): void {
    if (this.#user === user) this.close()
  }

  close(): void {
    this.#user = undefined
    this.#reader.drop()
    this.#socket.destroy()
  }

  #resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#socket.resume()
  }

  #read(count: number, bytes: Uint8Array): boolean {
    const user = this.#user
    if (user === undefined) {
      // Nothing was asked, so the next request must not use this connection.
      this.close()
      return false
    }
    try {
      if (this.#reader.feed(bytes as Buffer, count)) this.#complete(user)
    } catch (error) {
      this.#fault(error)
    }
    return true
  }

  /** Ends this connection and the exchange it carries, and no other. What an application sent wrong is told to its caller; the rest is a bug. */
  #fault(error: unknown): void {
    const wrong = error instanceof BadMessage
    try {
      if (!wrong) this.#events.fault(error)
      const message = wrong ? `the answer could not be read: ${error.message}` : ''
      this.#fail(wrong ? { kind: 'silence', error: 'broken', message } : internalSilence)
    } catch (again) {
      this.#events.fault(again)
    }
    this.close()
  }

  #complete(user: ConnectionUser): void {
    if (this.#user !== user) return
    this.#user = undefined
    const reader = this.#reader
    const keptMs = reader.keepSeconds === undefined ? KEPT_MS : Math.min(KEPT_MS, reader.keepSeconds * 1000 - 1_000)
    if (!reader.reusable || this.#bodyOpen || keptMs <= 0) {
      this.#socket.destroy()
    } else {
      this.#resume()
      this.keptUntil = performance.now() + keptMs
      this.#events.freed(this)
    }
    user.onEnd()
  }

  #ended(): void {
    const user = this.#user
    if (user !== undefined && this.#reader.ended()) this.#complete(user)
    this.#socket.destroy()
  }

  #fail(silence: AppSilence): void {
    const user = this.#user
    this.#user = undefined
    this.#reader.drop()
    user?.onSilence(silence)
  }
}

function connectTimeout(): NodeJS.ErrnoException {
  return Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })
}
