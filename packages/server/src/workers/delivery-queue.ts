import { healthy, type RouteHealth, routeMood } from '../domain/delivery/route-health.ts'
import { isDeliverable, type Route } from '../domain/route/route.ts'

export interface QueueLimits {
  /** Deliveries of one route that this process may hold. */
  perRoute: number
  /** Deliveries to one application's deployment that this process may hold. */
  perDeployment: number
}

/** Full routes that one pick goes past at most. */
const PASSED_OVER = 256

/** What may be claimed next, route by route. */
export interface Pick {
  installationId: string
  deploymentId: string
  room: number
  /** The hourly probe of a paused route. */
  probe: boolean
}

/**
 * Decides which routes are served next. Routes that may have something due stand in a line and are served in turn, a few deliveries each, so
 * that a route with a hundred thousand events and one with a single event wait equally long. Who is in line is only a hint: the database
 * decides what is due, and a scan every second brings back routes that were forgotten.
 */
export class DeliveryQueue {
  readonly #limits: QueueLimits
  readonly #line = new Set<string>()
  readonly #inRoute = new Map<string, number>()
  readonly #inDeployment = new Map<string, number>()
  readonly #probing = new Set<string>()
  #health = new Map<string, RouteHealth>()

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** This route may have something due. */
  add(installationId: string): void {
    this.#line.add(installationId)
  }

  /** Whether the route is in line. */
  has(installationId: string): boolean {
    return this.#line.has(installationId)
  }

  /** Routes in line. */
  get size(): number {
    return this.#line.size
  }

  healthOf(installationId: string): RouteHealth {
    return this.#health.get(installationId) ?? healthy
  }

  setHealth(installationId: string, health: RouteHealth): void {
    this.#health.set(installationId, health)
  }

  /** Replaces what is known of routes in trouble, and lines up those whose probe is due. */
  setTroubled(
    troubled: Map<string, RouteHealth>,
    releaseOf: (installationId: string) => string | undefined,
    now: Date,
  ): void {
    this.#health = troubled
    for (const [installationId, health] of troubled) {
      const releaseId = releaseOf(installationId)
      if (releaseId !== undefined && routeMood(health, releaseId, now) === 'probe') this.add(installationId)
    }
  }

  /** Takes routes from the line until the room is used; those that stay in line move to its end. */
  pick(limit: number, routeOf: (installationId: string) => Route | undefined, now: Date): Pick[] {
    const picks: Pick[] = []
    const passedOver: string[] = []
    let left = limit
    for (const installationId of this.#line) {
      if (left <= 0) break
      const route = routeOf(installationId)
      if (route === undefined || !isDeliverable(route)) {
        this.#line.delete(installationId)
        continue
      }
      const mood = routeMood(this.healthOf(installationId), route.releaseId, now)
      if (mood === 'closed' || (mood === 'probe' && this.#probing.has(installationId))) {
        this.#line.delete(installationId)
        continue
      }
      const deploymentId = route.instances[0]?.deploymentId ?? ''
      const room = Math.min(
        left,
        mood === 'probe' ? 1 : this.#limits.perRoute - (this.#inRoute.get(installationId) ?? 0),
        this.#limits.perDeployment - (this.#inDeployment.get(deploymentId) ?? 0) - picksOf(picks, deploymentId),
      )
      if (room <= 0) {
        // Thousands of routes of one full deployment are not gone through each time; the next pick begins behind these.
        this.#line.delete(installationId)
        passedOver.push(installationId)
        if (passedOver.length >= PASSED_OVER) break
        continue
      }
      this.#line.delete(installationId)
      if (mood === 'probe') this.#probing.add(installationId)
      picks.push({ installationId, deploymentId, room, probe: mood === 'probe' })
      left -= room
    }
    for (const installationId of passedOver) this.#line.add(installationId)
    return picks
  }

  /** Tells how many a pick brought: a route that gave all it was asked for may have more. */
  picked(pick: Pick, count: number): void {
    if (count >= pick.room && !pick.probe) this.#line.add(pick.installationId)
    if (pick.probe && count === 0) this.#probing.delete(pick.installationId)
  }

  begin(installationId: string, deploymentId: string): void {
    this.#inRoute.set(installationId, (this.#inRoute.get(installationId) ?? 0) + 1)
    this.#inDeployment.set(deploymentId, (this.#inDeployment.get(deploymentId) ?? 0) + 1)
  }

  end(installationId: string, deploymentId: string): void {
    lower(this.#inRoute, installationId)
    lower(this.#inDeployment, deploymentId)
  }

  endProbe(installationId: string): void {
    this.#probing.delete(installationId)
  }
}

function picksOf(picks: readonly Pick[], deploymentId: string): number {
  let sum = 0
  for (const pick of picks) if (pick.deploymentId === deploymentId) sum += pick.room
  return sum
}

function lower(counts: Map<string, number>, name: string): void {
  const count = (counts.get(name) ?? 1) - 1
  if (count <= 0) counts.delete(name)
  else counts.set(name, count)
}
