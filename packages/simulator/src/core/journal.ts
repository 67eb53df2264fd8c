/** One event as it happened, whether or not a webhook asked for it. */
export type JournalEntry = {
  at: string
  /** Locator of the tenant it happened in. */
  tenant: string
  id: string
  type: string
  by: string
  data: unknown
  /** Webhooks that asked for it. */
  listeners: number
}

const KEPT = 5_000

/** The latest events, so that a policy can tell what happened to it; in memory like the request log. */
export class Journal {
  #entries: JournalEntry[] = []

  add(entry: JournalEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length >= 2 * KEPT) this.#entries = this.#entries.slice(-KEPT)
  }

  /** Oldest first. */
  list(): readonly JournalEntry[] {
    return this.#entries.slice(-KEPT)
  }

  clear(): void {
    this.#entries = []
  }
}
