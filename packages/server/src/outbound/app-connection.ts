import { connect, type Socket } from 'node:net'
import { BadMessage } from '../lib/http/bad-message.ts'
import { AnswerReader, type AnswerSink } from './answer-reader.ts'
import { type AppSilence, silenceOf } from './app-silence.ts'

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
  readonly #onFree: (connection: AppConnection) => void
  #user: ConnectionUser | undefined
  #bodyOpen = false
  #paused = false
  #error: NodeJS.ErrnoException | undefined

  constructor(
    address: AppAddress,
    events: {
      opened(connection: AppConnection): void
      failed(silence: AppSilence): void
      freed(connection: AppConnection): void
      closed(connection: AppConnection): void
    },
  ) {
    this.#onFree = events.freed
    let opened = false
    const onread = { buffer: shared, callback: (count: number, bytes: Uint8Array) => this.#read(count, bytes) }
    const socket = connect({ ...address, noDelay: true, onread })
    const timer = setTimeout(() => socket.destroy(connectTimeout()), CONNECT_MS)
    socket.once('connect', () => {
      clearTimeout(timer)
      opened = true
      events.opened(this)
    })
    socket.on('drain', () => this.#user?.onDrain())
    socket.on('end', () => this.#ended())
    socket.on('error', (error) => {
      this.#error = error
    })
    socket.once('close', () => {
      clearTimeout(timer)
      if (!opened) events.failed(silenceOf(this.#error, 'opening'))
      else this.#fail(silenceOf(this.#error, 'open'))
      events.closed(this)
    })
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
      // Nothing was asked: whoever speaks now is not to be trusted with the next request.
      this.close()
      return false
    }
    try {
      if (this.#reader.feed(bytes as Buffer, count)) this.#complete(user)
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error
      this.#fail({ kind: 'silence', error: 'broken', message: `the answer could not be read: ${error.message}` })
      this.close()
    }
    return true
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
      this.#onFree(this)
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
