import { setTimeout as delay } from 'node:timers/promises'

/** Routes that are read at once: they are put in place in one turn of the event loop, which must not be held up. */
const BATCH = 200
/** A request that waits for a route to be read again goes on after this: the database may be away. */
const PATIENCE_MS = 1_000

interface Awaited {
  resolve(): void
  promise: Promise<void>
  /** Does not wait long for a database that is away. */
  soon: Promise<void>
}

/**
 * Installations whose routes must be read again; a change during a read leads to one more read. Those that somebody waits for are read first and
 * alone, every other time: a change of a deployment concerns all routes of an application, and a request must not wait for all of them.
 */
export class StaleRoutes {
  readonly #stale = new Set<string>()
  readonly #awaited = new Map<string, Awaited>()
  #tookAwaited = false

  get size(): number {
    return this.#stale.size
  }

  add(installationId: string): void {
    this.#stale.add(installationId)
  }

  /** The same; resolves when what was read is as new as this moment, or when that takes too long. */
  addAndWait(installationId: string): Promise<void> {
    this.#stale.add(installationId)
    const known = this.#awaited.get(installationId)
    if (known !== undefined) return withPatience(known.promise)
    const { promise, resolve } = Promise.withResolvers<void>()
    const soon = withPatience(promise)
    this.#awaited.set(installationId, { promise, resolve, soon })
    return soon
  }

  /** Whether somebody waits for any. */
  get isAwaited(): boolean {
    return this.#awaited.size > 0
  }

  /** Resolves when it was read, or when that takes too long; undefined when nobody waits for it. */
  soon(installationId: string): Promise<void> | undefined {
    return this.#awaited.get(installationId)?.soon
  }

  /** Takes those to be read next. */
  take(): string[] {
    const awaited = this.#tookAwaited ? [] : this.takeAwaited()
    this.#tookAwaited = awaited.length > 0
    return this.#tookAwaited ? awaited : this.#taken([...this.#stale])
  }

  /** Takes those that somebody waits for. */
  takeAwaited(): string[] {
    return this.#taken([...this.#awaited.keys()].filter((id) => this.#stale.has(id)))
  }

  #taken(ids: string[]): string[] {
    const some = ids.slice(0, BATCH)
    for (const id of some) this.#stale.delete(id)
    return some
  }

  /** Everything is about to be read: only those that somebody waits for are still read by themselves. */
  everythingBegins(): void {
    for (const id of this.#stale) if (!this.#awaited.has(id)) this.#stale.delete(id)
  }

  everythingWasRead(): void {
    for (const id of [...this.#awaited.keys()]) this.wasRead(id)
  }

  wasRead(installationId: string): void {
    if (this.#stale.has(installationId)) return
    this.#awaited.get(installationId)?.resolve()
    this.#awaited.delete(installationId)
  }
}

function withPatience(promise: Promise<void>): Promise<void> {
  return Promise.race([promise, delay(PATIENCE_MS, undefined, { ref: false })])
}
