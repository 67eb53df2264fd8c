import type { LiveInstance } from '../../domain/route/route.ts'
import type { AppCall, AppCaller } from '../../outbound/app/app-call.ts'
import type { AppClient, StreamedBody, WrittenRequest } from '../../outbound/app/app-client.ts'
import type { AppSilence } from '../../outbound/app/app-silence.ts'

/**
 * A request to an instance, and to a second one where the first could not be reached. Once a part of it was sent it goes to
 * no other: nothing is done twice.
 */
export class InstanceRequest {
  /** The last instance that was called, if any. */
  instance: LiveInstance | undefined
  call: AppCall | undefined
  readonly #client: AppClient
  readonly #instances: readonly LiveInstance[]
  readonly #written: WrittenRequest
  readonly #body: Buffer | null | StreamedBody
  /** Whether the instance is counted as busy with this request. */
  #entered = false
  #sent = false
  #tries = 0

  constructor(
    client: AppClient,
    instances: readonly LiveInstance[],
    written: WrittenRequest,
    body: Buffer | null | StreamedBody,
  ) {
    this.#client = client
    this.#instances = instances
    this.#written = written
    this.#body = body
  }

  /** Asks an instance; false when there is none to ask. */
  start(caller: AppCaller): boolean {
    const next = this.#tries < 2 ? this.#client.choose(this.#instances, this.instance) : undefined
    if (next === undefined) return false
    this.leave()
    this.#tries += 1
    this.instance = next
    this.#client.enter(next)
    this.#entered = true
    this.call = undefined
    this.call = this.#client.call(next, this.#written, this.#body, caller)
    return true
  }

  /** The instance has what was there to send: from here on it must not be sent again. */
  sent(): void {
    this.#sent = true
  }

  get isSent(): boolean {
    return this.#sent
  }

  /** Whether another instance may be asked after this silence. */
  isUnsent(silence: AppSilence): boolean {
    return !this.#sent && (silence.error === 'refused' || silence.error === 'connect')
  }

  /** Gives the request up. The instance is not counted as busy with it any more. */
  abandon(): void {
    this.call?.abandon()
    this.leave()
  }

  leave(): void {
    if (this.#entered && this.instance !== undefined) this.#client.leave(this.instance)
    this.#entered = false
  }
}
