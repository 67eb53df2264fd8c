import { type AppAddress, AppConnection, type ConnectionEvents, type ConnectionUser } from './app-connection.ts'
import type { AppSilence } from './app-silence.ts'

/** Somebody who wants a connection. */
export interface Waiting {
  /** Gets a connection that is open and free. */
  onConnection(connection: AppConnection): void
  onSilence: ConnectionUser['onSilence']
}

/** The connections to one instance: used again while they are fresh, opened when none is free, and no more than the limit. */
export class AppPool {
  /** Requests that callers count as running. */
  busy = 0
  readonly #address: AppAddress
  readonly #most: number
  readonly #all = new Set<AppConnection>()
  readonly #idle: AppConnection[] = []
  readonly #waiting = new Set<Waiting>()
  readonly #fault: ConnectionEvents['fault']
  #opening = 0

  constructor(address: AppAddress, most: number, fault: ConnectionEvents['fault']) {
    this.#address = address
    this.#most = most
    this.#fault = fault
  }

  /** Gives a connection now or later. */
  acquire(waiting: Waiting): void {
    const now = performance.now()
    for (let free = this.#idle.pop(); free !== undefined; free = this.#idle.pop()) {
      if (free.keptUntil > now) {
        waiting.onConnection(free)
        return
      }
      free.close()
    }
    this.#waiting.add(waiting)
    if (this.#opening < this.#waiting.size) this.#open()
  }

  /** Whether nobody uses it and nothing of it is open. */
  get unused(): boolean {
    return this.busy === 0 && this.#all.size === 0 && this.#waiting.size === 0
  }

  /** A waiter that gives up. */
  leave(waiting: Waiting): void {
    this.#waiting.delete(waiting)
  }

  /** Closes what was not used for a while. */
  sweep(now: number): void {
    const stale = this.#idle.findIndex((connection) => connection.keptUntil > now)
    for (const connection of this.#idle.splice(0, stale < 0 ? this.#idle.length : stale)) connection.close()
  }

  close(): void {
    for (const connection of this.#all) connection.close()
  }

  #open(): void {
    if (this.#all.size >= this.#most) return
    this.#opening += 1
    let opening = true
    const opened = () => {
      if (opening) this.#opening -= 1
      opening = false
    }
    const connection = new AppConnection(this.#address, {
      opened: (ready) => {
        opened()
        this.#give(ready)
      },
      failed: (silence) => {
        opened()
        this.#refuse(silence)
      },
      freed: (free) => this.#give(free),
      fault: this.#fault,
      closed: (gone) => {
        this.#all.delete(gone)
        const at = this.#idle.indexOf(gone)
        if (at >= 0) this.#idle.splice(at, 1)
        if (this.#opening < this.#waiting.size) this.#open()
      },
    })
    this.#all.add(connection)
  }

  #give(connection: AppConnection): void {
    const [next] = this.#waiting
    if (next === undefined) {
      if (connection.keptUntil === 0) connection.keptUntil = performance.now() + FRESH_MS
      this.#idle.push(connection)
      return
    }
    this.#waiting.delete(next)
    next.onConnection(connection)
  }

  /** A connection that could not be opened is the answer for the one who waits longest. */
  #refuse(silence: AppSilence): void {
    const [next] = this.#waiting
    if (next === undefined) return
    this.#waiting.delete(next)
    next.onSilence(silence)
  }
}

const FRESH_MS = 2_000
