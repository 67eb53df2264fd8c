import { healthy, type RouteHealth, routeMood } from '../../domain/delivery/route-health.ts'
import { isDeliverable, type Route } from '../../domain/route/route.ts'

export interface QueueLimits {
  /** Deliveries of one route that this process may hold. */
  perRoute: number
  /** Deliveries to one application's deployment that this process may hold. */
  perDeployment: number
  /** Deliveries that this process may hold in all. */
  concurrency: number
}

/** A deployment that takes longer to answer than this is slow. */
const SLOW_MS = 5_000
/** Which part of all places a deployment may hold in a crowd: as long as nothing is known of it, and once it is slow. */
const UNKNOWN_PART = 1 / 32
const SLOW_PART = 1 / 128

/** Full routes that one pick goes past at most. */
const PASSED_OVER = 256

/** Claimable deliveries, by route. */
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
 *
 * Half of all places are for everybody. Of the other half a deployment gets more while it answers quickly, and few as soon as it is slow, so
 * that applications that hang give way to those that answer.
 */
export class DeliveryQueue {
  readonly #limits: QueueLimits
  readonly #line = new Set<string>()
  readonly #inRoute = new Map<string, number>()
  readonly #inDeployment = new Map<string, number>()
  readonly #probing = new Set<string>()
  /** Of routes in line that gave all they were asked for: how many that was. */
  readonly #gave = new Map<string, number>()
  /** Share of each deployment with deliveries in progress when all capacity is in use. */
  readonly #shares = new Map<string, number>()
  #held = 0
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

  /** Deliveries that hold a place. */
  get held(): number {
    return this.#held
  }

  /** The first routes in line: those that a pick would take next. */
  upcoming(count: number): string[] {
    const first: string[] = []
    for (const installationId of this.#line) {
      if (first.length >= count) break
      first.push(installationId)
    }
    return first
  }

  /** Routes in line. */
  get size(): number {
    return this.#line.size
  }

  /** Whether a route in line is news: something may be sent on it, and nothing of it is on its way. */
  isNews(installationId: string, route: Route | undefined, now: Date): boolean {
    if (route === undefined || !isDeliverable(route) || this.#inRoute.has(installationId)) return false
    return routeMood(this.healthOf(installationId), route.releaseId, now) === 'open'
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
    // Places that are given to a route which has fewer events stay empty, and the next statement is as expensive for fewer events.
    const share = Math.ceil(limit / this.#line.size)
    for (const installationId of this.#line) {
      if (left <= 0) break
      const route = routeOf(installationId)
      if (route === undefined || !isDeliverable(route)) {
        this.#leaveLine(installationId)
        continue
      }
      const mood = routeMood(this.healthOf(installationId), route.releaseId, now)
      if (mood === 'closed' || (mood === 'probe' && this.#probing.has(installationId))) {
        this.#leaveLine(installationId)
        continue
      }
      const deploymentId = route.instances[0]?.deploymentId ?? ''
      const room = Math.min(
        left,
        mood === 'probe' ? 1 : this.#roomOfRoute(installationId, share),
        this.#roomOf(deploymentId, limit - left, picksOf(picks, deploymentId)),
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

  #leaveLine(installationId: string): void {
    this.#line.delete(installationId)
    this.#gave.delete(installationId)
  }

  /** A route that gave all it was asked for is asked for at least twice as many; of another one nothing is known but that it is in line. */
  #roomOfRoute(installationId: string, share: number): number {
    const gave = this.#gave.get(installationId)
    const free = this.#limits.perRoute - (this.#inRoute.get(installationId) ?? 0)
    return Math.min(free, Math.max(share, (gave ?? 0) * 2))
  }

  /** `picked` are all places that this pick gives away, `ownPicked` those among them that the deployment gets. */
  #roomOf(deploymentId: string, picked: number, ownPicked: number): number {
    const { perDeployment, concurrency } = this.#limits
    const held = (this.#inDeployment.get(deploymentId) ?? 0) + ownPicked
    const ofAll = Math.floor(concurrency / 2) - this.#held - picked
    return Math.min(perDeployment - held, Math.max(ofAll, this.#shareOf(deploymentId) - held))
  }

  #shareOf(deploymentId: string): number {
    return this.#shares.get(deploymentId) ?? part(this.#limits, UNKNOWN_PART)
  }

  /** A deployment answered, or did not in time, after so long. */
  answered(deploymentId: string, durationMs: number): void {
    const isSlow = durationMs > SLOW_MS
    this.#shares.set(
      deploymentId,
      isSlow ? part(this.#limits, SLOW_PART) : Math.min(this.#limits.perDeployment, this.#shareOf(deploymentId) * 2),
    )
  }

  /** Tells how many a pick brought, and whether the route has more: then it stays in line. */
  picked(pick: Pick, count: number, hasMore: boolean): void {
    if (hasMore && !pick.probe) {
      this.#line.add(pick.installationId)
      this.#gave.set(pick.installationId, count)
    } else this.#gave.delete(pick.installationId)
    if (pick.probe && count === 0) this.#probing.delete(pick.installationId)
  }

  begin(installationId: string, deploymentId: string): void {
    this.#held += 1
    this.#inRoute.set(installationId, (this.#inRoute.get(installationId) ?? 0) + 1)
    this.#inDeployment.set(deploymentId, (this.#inDeployment.get(deploymentId) ?? 0) + 1)
  }

  end(installationId: string, deploymentId: string): void {
    this.#held -= 1
    lower(this.#inRoute, installationId)
    lower(this.#inDeployment, deploymentId)
    if (!this.#inDeployment.has(deploymentId)) this.#shares.delete(deploymentId)
  }

  endProbe(installationId: string): void {
    this.#probing.delete(installationId)
  }
}

function part({ concurrency, perDeployment }: QueueLimits, share: number): number {
  return Math.min(perDeployment, Math.ceil(concurrency * share))
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
