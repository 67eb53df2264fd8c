import type { ClaimedDelivery } from '../store/delivery/claims.ts'
import type { DeliveryQueue, Pick } from './delivery-queue.ts'

/** A claimed delivery that is on its way. */
export interface DeliveryJob {
  delivery: ClaimedDelivery
  probe: boolean
  deploymentId: string
}

/** Takes leases on waiting deliveries, in the name of one claim. */
export interface ClaimSource {
  due(picks: readonly Pick[], leasedBy: string): Promise<ClaimedDelivery[]>
  oldest(installationId: string, exceptPaths: readonly string[], leasedBy: string): Promise<ClaimedDelivery | undefined>
}

/** Claims what the queue says is next. Each claim has a name of its own, so that a lease belongs to exactly one. */
export class DeliveryClaims {
  readonly #workerId: string
  readonly #queue: DeliveryQueue
  readonly #source: ClaimSource
  #claims = 0

  constructor(workerId: string, queue: DeliveryQueue, source: ClaimSource) {
    this.#workerId = workerId
    this.#queue = queue
    this.#source = source
  }

  async claim(limit: number, nextPicks: (limit: number) => Pick[]): Promise<DeliveryJob[]> {
    const jobs: DeliveryJob[] = []
    // A route that has nothing due leaves the line and a route that is full is passed over, so this ends.
    while (jobs.length < limit) {
      const picks = nextPicks(limit - jobs.length)
      if (picks.length === 0) break
      for (const job of await this.#claimPicks(picks)) {
        this.#queue.begin(job.delivery.installationId, job.deploymentId)
        jobs.push(job)
      }
    }
    return jobs
  }

  /** The delivery is no longer on its way; returns whether another may be claimed. */
  finish({ delivery: { installationId }, deploymentId, probe }: DeliveryJob): boolean {
    this.#queue.end(installationId, deploymentId)
    if (probe) this.#queue.endProbe(installationId)
    return this.#queue.size > 0
  }

  async #claimPicks(picks: Pick[]): Promise<DeliveryJob[]> {
    this.#claims += 1
    const leasedBy = `${this.#workerId}:${this.#claims}`
    try {
      const taken = await this.#take(picks, leasedBy)
      const counts = new Map<string, number>()
      for (const { installationId } of taken) counts.set(installationId, (counts.get(installationId) ?? 0) + 1)
      for (const pick of picks) this.#queue.picked(pick, counts.get(pick.installationId) ?? 0)
      const byRoute = new Map(picks.map((pick) => [pick.installationId, pick]))
      return taken.map((delivery) => {
        const pick = byRoute.get(delivery.installationId)
        return { delivery, probe: pick?.probe ?? false, deploymentId: pick?.deploymentId ?? '' }
      })
    } catch (error) {
      for (const pick of picks) {
        this.#queue.picked(pick, 0)
        this.#queue.add(pick.installationId)
      }
      throw error
    }
  }

  async #take(picks: readonly Pick[], leasedBy: string): Promise<ClaimedDelivery[]> {
    const ordinary = picks.filter((pick) => !pick.probe)
    const taken = ordinary.length === 0 ? [] : [...(await this.#source.due(ordinary, leasedBy))]
    for (const { installationId } of picks.filter((pick) => pick.probe)) {
      const exceptPaths = Object.keys(this.#queue.healthOf(installationId).gonePaths)
      const oldest = await this.#source.oldest(installationId, exceptPaths, leasedBy)
      if (oldest !== undefined) taken.push(oldest)
    }
    return taken
  }
}
