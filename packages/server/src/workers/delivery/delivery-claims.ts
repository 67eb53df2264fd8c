import type { Claim, ClaimedDelivery } from '../../store/delivery/claims.ts'
import type { DeliveryQueue, Pick } from './delivery-queue.ts'

/** A claimed delivery that is on its way. */
export interface DeliveryJob {
  delivery: ClaimedDelivery
  probe: boolean
  deploymentId: string
}

/** Reads waiting deliveries of routes that this worker holds, except those it is sending. */
export interface ClaimSource {
  due(picks: readonly Pick[], exceptIds: readonly string[]): Promise<Claim>
  oldest(
    installationId: string,
    exceptPaths: readonly string[],
    exceptIds: readonly string[],
  ): Promise<ClaimedDelivery | undefined>
  /** These routes have something to send, but another worker holds them. */
  heldElsewhere(installationIds: readonly string[]): void
}

/** Taking a route costs a third when so many are taken by one statement. */
const TAKEN_AT_ONCE = 128

const NOTHING: Claim = { deliveries: [], more: new Set() }

/** The routes of this worker. */
interface Leases {
  /** Gives those of these routes that this worker may serve now. Those that are `next` it may take along. */
  take(installationIds: readonly string[], next: () => readonly string[]): Promise<Set<string>>
  /** Nothing of this route is on its way or in line. */
  idle(installationId: string): void
}

/** Claims what the queue says is next: takes the route, then reads what is due on it and not on its way yet. */
export class DeliveryClaims {
  readonly #queue: DeliveryQueue
  readonly #leases: Leases
  readonly #source: ClaimSource
  /** Deliveries in progress, by route. */
  readonly #sending = new Map<string, Set<string>>()
  /** Routes whose deliveries are being read. */
  readonly #reading = new Set<string>()
  /** Jobs that hold a place. */
  readonly #placed = new Set<DeliveryJob>()
  readonly #freed: () => void

  /** `freed` hears of each place that is free again. */
  constructor(queue: DeliveryQueue, leases: Leases, source: ClaimSource, freed: () => void) {
    this.#queue = queue
    this.#leases = leases
    this.#source = source
    this.#freed = freed
  }

  async claim(limit: number, nextPicks: (limit: number) => Pick[]): Promise<DeliveryJob[]> {
    const jobs: DeliveryJob[] = []
    // A route that has nothing due leaves the line and a route that is full is passed over, so this ends.
    while (jobs.length < limit) {
      const picks = nextPicks(limit - jobs.length)
      if (picks.length === 0) break
      try {
        for (const job of await this.#claimPicks(picks)) jobs.push(job)
      } catch (error) {
        // What is claimed already must be sent, or nobody would send it while this worker holds its route. The next claim fails again, if need be.
        if (jobs.length === 0) throw error
        break
      }
    }
    return jobs
  }

  /**
   * The application answered, so the next delivery may have its place; this one is not read again before its outcome is kept. The place of a
   * probe is free when the health of its route is known.
   */
  answered(job: DeliveryJob): void {
    if (!job.probe) this.#leave(job)
  }

  /** The delivery is no longer on its way, and what came of it is kept. */
  finish(job: DeliveryJob): void {
    this.#leave(job)
    this.#forget(job)
  }

  /** Nobody knows what came of it: this worker does not send it again before the function is called. */
  fail(job: DeliveryJob): () => void {
    this.#leave(job)
    return () => this.#forget(job)
  }

  #leave(job: DeliveryJob): void {
    if (!this.#placed.delete(job)) return
    const { delivery, deploymentId, probe } = job
    this.#queue.end(delivery.installationId, deploymentId)
    if (probe) this.#queue.endProbe(delivery.installationId)
    this.#freed()
  }

  #forget({ delivery: { id, installationId } }: DeliveryJob): void {
    const sending = this.#sending.get(installationId)
    sending?.delete(id)
    if (sending?.size === 0) this.#sending.delete(installationId)
    this.#rest(installationId)
  }

  /** Lets go of an idle route: nothing in progress, queued or being read. */
  #rest(installationId: string): void {
    if (this.#sending.has(installationId) || this.#queue.has(installationId)) return
    if (!this.#reading.has(installationId)) this.#leases.idle(installationId)
  }

  async #claimPicks(picks: Pick[]): Promise<DeliveryJob[]> {
    try {
      for (const { installationId } of picks) this.#reading.add(installationId)
      const taken = await this.#take(picks).finally(() => {
        for (const { installationId } of picks) this.#reading.delete(installationId)
      })
      const byRoute = new Map(picks.map((pick) => [pick.installationId, pick]))
      const counts = new Map<string, number>()
      const jobs = taken.deliveries.map((delivery): DeliveryJob => {
        const { id, installationId } = delivery
        const pick = byRoute.get(installationId)
        counts.set(installationId, (counts.get(installationId) ?? 0) + 1)
        this.#sending.set(installationId, (this.#sending.get(installationId) ?? new Set()).add(id))
        this.#queue.begin(installationId, pick?.deploymentId ?? '')
        const job = { delivery, probe: pick?.probe ?? false, deploymentId: pick?.deploymentId ?? '' }
        this.#placed.add(job)
        return job
      })
      for (const pick of picks) {
        this.#queue.picked(pick, counts.get(pick.installationId) ?? 0, taken.more.has(pick.installationId))
        this.#rest(pick.installationId)
      }
      return jobs
    } catch (error) {
      for (const pick of picks) {
        this.#queue.picked(pick, 0, false)
        this.#queue.add(pick.installationId)
      }
      throw error
    }
  }

  async #take(picks: readonly Pick[]): Promise<Claim> {
    const held = await this.#leases.take(
      picks.map((pick) => pick.installationId),
      () => this.#queue.upcoming(TAKEN_AT_ONCE - picks.length),
    )
    const away = picks.filter((pick) => !held.has(pick.installationId))
    if (away.length > 0) this.#source.heldElsewhere(away.map((pick) => pick.installationId))
    const ordinary = picks.filter((pick) => !pick.probe && held.has(pick.installationId))
    const exceptIds = ordinary.flatMap((pick) => this.#sendingOf(pick.installationId))
    const { deliveries, more } = ordinary.length === 0 ? NOTHING : await this.#source.due(ordinary, exceptIds)
    const taken = [...deliveries]
    for (const { installationId } of picks.filter((pick) => pick.probe && held.has(pick.installationId))) {
      const exceptPaths = Object.keys(this.#queue.healthOf(installationId).gonePaths)
      const oldest = await this.#source.oldest(installationId, exceptPaths, this.#sendingOf(installationId))
      if (oldest !== undefined) taken.push(oldest)
    }
    return { deliveries: taken, more }
  }

  #sendingOf(installationId: string): string[] {
    return [...(this.#sending.get(installationId) ?? [])]
  }
}
