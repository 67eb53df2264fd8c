import type { AppConnection, ConnectionUser } from './app-connection.ts'
import type { AppPool, Waiting } from './app-pool.ts'
import type { AppSilence } from './app-silence.ts'

/** Who asks an instance, and sees the answer as it comes. After `onEnd` or `onSilence`, one of which always comes, it hears nothing more. */
export interface AppCaller extends ConnectionUser {
  /** The request, as far as it was given, is on its way: from here on it must not be sent again. */
  onSent?(): void
}

/** One request to one instance. */
export class AppCall implements Waiting {
  readonly #pool: AppPool
  readonly #caller: AppCaller
  readonly #head: string
  readonly #body: Buffer | null | 'open'
  readonly #chunked: boolean
  readonly #toHead: boolean
  #connection: AppConnection | undefined

  constructor(
    pool: AppPool,
    caller: AppCaller,
    request: { head: string; body: Buffer | null | 'open'; chunked: boolean; toHead: boolean },
  ) {
    this.#pool = pool
    this.#caller = caller
    this.#head = request.head
    this.#body = request.body
    this.#chunked = request.chunked
    this.#toHead = request.toHead
  }

  onConnection(connection: AppConnection): void {
    this.#connection = connection
    connection.send(this.#caller, this.#head, this.#body, this.#toHead)
    this.#caller.onSent?.()
  }

  onSilence(silence: AppSilence): void {
    this.#caller.onSilence(silence)
  }

  /** A further piece of the body. Whether more may follow at once; otherwise after `onDrain`. */
  write(chunk: Buffer): boolean {
    return this.#connection?.write(this.#caller, chunk, this.#chunked) ?? true
  }

  finish(): void {
    this.#connection?.finish(this.#caller, this.#chunked)
  }

  pause(): void {
    this.#connection?.pause(this.#caller)
  }

  resume(): void {
    this.#connection?.resume(this.#caller)
  }

  /** Gives the request up. The caller hears nothing more. */
  abandon(): void {
    this.#pool.leave(this)
    this.#connection?.abandon(this.#caller)
  }
}
