import { guarded } from '../../lib/guarded.ts'

/** A route that is used again soon need not be taken again. */
const IDLE_MS = 250

export interface LeaseSource {
  /** Takes routes or moves their leases forward; gives those that are held now. */
  take(installationIds: readonly string[]): Promise<Set<string>>
  giveBack(installationIds: readonly string[]): Promise<void>
}

/**
 * The routes that this worker holds. While it holds a route, no other worker sends its events, so that reading them is enough to claim
 * them. A lease counts from the moment before it was asked for, so that it never ends later here than in the database.
 */
export class RouteLeases {
  readonly #source: LeaseSource
  readonly #leaseMs: number
  readonly #failed: (error: unknown) => void
  /** Until when each is held, by the clock of this process. */
  readonly #held = new Map<string, number>()
  readonly #idle = new Set<string>()
  /** Leases that are being asked for: giving one back meanwhile could overtake that, and it would be held here but not in the database. */
  readonly #asking = new Set<{ ids: ReadonlySet<string>; answered: Promise<void> }>()
  #giving: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(source: LeaseSource, leaseMs: number, failed: (error: unknown) => void) {
    this.#source = source
    this.#leaseMs = leaseMs
    this.#failed = failed
  }

  /**
   * Gives those of these routes that this worker may serve now, taking what nobody holds. Where a statement is needed for that, it also takes routes
   * that are `next`; what is not served soon is given back like every idle route.
   */
  async take(installationIds: readonly string[], next: () => readonly string[] = () => []): Promise<Set<string>> {
    for (const id of installationIds) this.#idle.delete(id)
    // What is claimed with a lease about to end would be sent without one before the next heartbeat.
    const soon = performance.now() + this.#leaseMs / 2
    const missing = installationIds.filter((id) => (this.#held.get(id) ?? 0) <= soon)
    if (missing.length > 0) {
      const ahead = next().filter((id) => !this.#held.has(id))
      await this.renew([...missing, ...ahead])
      for (const id of ahead) this.idle(id)
    }
    return new Set(installationIds.filter((id) => this.#held.has(id)))
  }

  /** Moves leases forward; gives the routes that are still held. */
  async renew(installationIds: readonly string[]): Promise<Set<string>> {
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    const asked = { ids: new Set(installationIds), answered }
    this.#asking.add(asked)
    try {
      // A route on its way back would be given away behind our back.
      await this.#giving
      const until = performance.now() + this.#leaseMs
      const taken = await this.#source.take(installationIds)
      for (const id of installationIds) {
        if (taken.has(id)) this.#held.set(id, until)
        else this.#held.delete(id)
      }
      return taken
    } finally {
      this.#asking.delete(asked)
      resolve()
    }
  }

  /** Nothing of this route is on its way or known to wait: it is given back soon. */
  idle(installationId: string): void {
    if (!this.#held.has(installationId)) return
    this.#idle.add(installationId)
    this.#giveBackLater()
  }

  /** Gives everything back. */
  async stop(): Promise<void> {
    await Promise.all([...this.#asking].map((asked) => asked.answered))
    clearTimeout(this.#timer)
    for (const id of this.#held.keys()) this.#idle.add(id)
    await this.#giveIdleBack()
    await this.#giving
  }

  #giveBackLater(): void {
    this.#timer ??= setTimeout(
      guarded(this.#failed, () => this.#giveIdleBack()),
      IDLE_MS,
    )
  }

  async #giveIdleBack(): Promise<void> {
    this.#timer = undefined
    const asking = [...this.#asking]
    const ids = [...this.#idle].filter((id) => !asking.some((asked) => asked.ids.has(id)))
    for (const id of ids) {
      this.#idle.delete(id)
      this.#held.delete(id)
    }
    if (this.#idle.size > 0) this.#giveBackLater()
    if (ids.length === 0) return
    const given = this.#giving.then(() => this.#source.giveBack(ids))
    // What could not be given back ends by itself.
    this.#giving = given.catch(() => {})
    await this.#giving
  }
}
