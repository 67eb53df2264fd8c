/** The place of one call among those in flight. */
export interface Place {
  /** Takes the place, once the call has its body and goes to the application; false where there is none left. */
  enter(): boolean
  /** Frees it again, whether it was taken or not. */
  leave(): void
}

/** Counts calls in flight and shares the places of an application out between its routes and callers. */
export interface Concurrency {
  /** Undefined where too many callers of this route are still sending what they have to say. */
  place(call: { route: string; app: string; isPublic: boolean }): Place | undefined
}

export interface ConcurrencyLimits {
  perRoute: number
  perApp: number
  /** The share of these for callers who show no secret. */
  publicPerRoute: number
  publicPerApp: number
  /** Callers of one route whose bodies are still coming: they hold a connection, and no place. */
  sendingPerRoute: number
  publicSendingPerRoute: number
}

/** The last quarter of an application's places is for routes that have few of them: one busy route leaves room for the others. */
const RESERVED = 0.25
/** Threshold for "few". */
const SMALL_SHARE = 0.05

/** Whether a call may start, by how many are in flight beside it. */
export function mayStart(
  limits: ConcurrencyLimits,
  inFlight: { route: number; app: number; publicRoute: number; publicApp: number },
  isPublic: boolean,
): boolean {
  if (isPublic && (inFlight.publicRoute >= limits.publicPerRoute || inFlight.publicApp >= limits.publicPerApp))
    return false
  if (inFlight.route >= limits.perRoute || inFlight.app >= limits.perApp) return false
  const isCrowded = inFlight.app >= limits.perApp * (1 - RESERVED)
  return !isCrowded || inFlight.route < limits.perApp * SMALL_SHARE
}

interface Counts {
  readonly name: string
  inFlight: number
  publicInFlight: number
  sending: number
  publicSending: number
}

interface AllCounts {
  of(name: string): Counts
  /** Forgets what has nothing left to count. */
  tidy(counts: Counts): void
}

/** Maximum number of idle entries to keep, so that a route that is called again needs no new entry. */
const REMEMBERED = 1_000

function createCounts(): AllCounts {
  const known = new Map<string, Counts>()
  return {
    of(name) {
      let counts = known.get(name)
      if (counts === undefined) {
        counts = { name, inFlight: 0, publicInFlight: 0, sending: 0, publicSending: 0 }
        known.set(name, counts)
      }
      return counts
    },
    tidy(counts) {
      const isEmpty = counts.inFlight === 0 && counts.sending === 0
      if (isEmpty && known.size > REMEMBERED && known.get(counts.name) === counts) known.delete(counts.name)
    },
  }
}

/** Concurrency of callers without a secret, and of incomplete requests, derived from the total. */
export function shareLimits({ perRoute, perApp }: { perRoute: number; perApp: number }): ConcurrencyLimits {
  return {
    perRoute,
    perApp,
    publicPerRoute: Math.ceil(perRoute / 5),
    publicPerApp: Math.ceil(perApp / 10),
    sendingPerRoute: perRoute * 10,
    publicSendingPerRoute: perRoute * 2,
  }
}

export function createConcurrency(places: { perRoute: number; perApp: number }): Concurrency {
  const limits = shareLimits(places)
  const routes = createCounts()
  const apps = createCounts()

  return {
    place({ route, app, isPublic }) {
      const ofRoute = routes.of(route)
      if (isPublic ? ofRoute.publicSending >= limits.publicSendingPerRoute : ofRoute.sending >= limits.sendingPerRoute)
        return undefined
      return new CountedPlace(limits, { routes, apps }, ofRoute, apps.of(app), isPublic)
    },
  }
}

/** A class, because closures per call cost more. */
class CountedPlace implements Place {
  readonly #limits: ConcurrencyLimits
  readonly #known: { routes: AllCounts; apps: AllCounts }
  readonly #route: Counts
  readonly #app: Counts
  readonly #isPublic: boolean
  #stage: 'sending' | 'in flight' | 'over' = 'sending'

  constructor(
    limits: ConcurrencyLimits,
    known: { routes: AllCounts; apps: AllCounts },
    route: Counts,
    app: Counts,
    isPublic: boolean,
  ) {
    this.#limits = limits
    this.#known = known
    this.#route = route
    this.#app = app
    this.#isPublic = isPublic
    this.#count(1, 0)
  }

  enter(): boolean {
    if (this.#stage !== 'sending') return this.#stage === 'in flight'
    const { inFlight: route, publicInFlight: publicRoute } = this.#route
    const { inFlight: app, publicInFlight: publicApp } = this.#app
    if (!mayStart(this.#limits, { route, app, publicRoute, publicApp }, this.#isPublic)) return false
    this.#stage = 'in flight'
    this.#count(-1, 1)
    return true
  }

  leave(): void {
    if (this.#stage === 'over') return
    if (this.#stage === 'sending') this.#count(-1, 0)
    else this.#count(0, -1)
    this.#stage = 'over'
    this.#known.routes.tidy(this.#route)
    this.#known.apps.tidy(this.#app)
  }

  #count(sending: number, inFlight: number): void {
    addTo(this.#route, sending, inFlight, this.#isPublic)
    addTo(this.#app, sending, inFlight, this.#isPublic)
  }
}

function addTo(counts: Counts, sending: number, inFlight: number, isPublic: boolean): void {
  counts.sending += sending
  counts.inFlight += inFlight
  if (!isPublic) return
  counts.publicSending += sending
  counts.publicInFlight += inFlight
}
