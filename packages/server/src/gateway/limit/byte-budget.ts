import { limits } from '@mkt/contract/limits'
import type { Route } from '../../domain/route/route.ts'

/** Buffered bytes of one exchange. */
export interface ByteShare {
  /** Counts so many more; false where there is no room for them. */
  take(bytes: number): boolean
  /** Gives all of them back, once. */
  leave(): void
}

/** Limits the memory of bodies and answers in progress. */
export interface ByteBudget {
  /** Undefined where the route has as many exchanges as it may have. */
  share(route: Pick<Route, 'routeId' | 'organizationId' | 'listingId'>): ByteShare | undefined
}

export interface ByteLimits {
  all: number
  app: number
  organization: number
  route: number
  /** Exchanges of one route that hold a share at once. */
  shares: number
}

/** The last quarter of what many share is for those who hold little of it. */
const RESERVED = 0.25
const SMALL_SHARE = 1 / 16

/** Bytes and shares of one party. */
interface Holder {
  readonly name: string
  bytes: number
  shares: number
}

interface Holders {
  open(name: string): Holder
  tidy(holder: Holder): void
}

/** Maximum number of idle parties to keep, so that a party that calls again needs no new entry. */
const REMEMBERED = 1_000

function createHolders(): Holders {
  const known = new Map<string, Holder>()
  return {
    open(name) {
      let holder = known.get(name)
      if (holder === undefined) {
        holder = { name, bytes: 0, shares: 0 }
        known.set(name, holder)
      }
      return holder
    },
    tidy(holder) {
      if (holder.shares === 0 && known.size > REMEMBERED && known.get(holder.name) === holder) known.delete(holder.name)
    },
  }
}

interface Held {
  all: number
  app: number
  organization: number
  route: number
}

/** Whether so many bytes more fit, by what is held already. */
export function mayHold(most: ByteLimits, held: Held, bytes: number): boolean {
  const { organization, route } = held
  return (
    fits(most.all, held.all, bytes, Math.max(organization, route)) &&
    fits(most.app, held.app, bytes, Math.max(organization, route)) &&
    fits(most.organization, organization, bytes, route) &&
    route + bytes <= most.route
  )
}

function fits(limit: number, held: number, bytes: number, ofParty: number): boolean {
  if (held + bytes <= limit * (1 - RESERVED)) return true
  return held + bytes <= limit && ofParty + bytes <= limit * SMALL_SHARE
}

/** The budgets of one gateway. */
export function createGatewayMemory(): { calls: ByteBudget; events: ByteBudget } {
  const calls = {
    all: limits.callMemory.value,
    app: limits.appCallMemory.value,
    organization: limits.appCallMemory.value,
    route: limits.routeCallMemory.value,
    // How many may send and be served is for those who give out places.
    shares: Number.POSITIVE_INFINITY,
  }
  const events = {
    all: limits.eventMemory.value,
    app: limits.appEventMemory.value,
    organization: limits.appEventMemory.value,
    route: limits.routeEventMemory.value,
    shares: limits.arrivingEvents.value,
  }
  return { calls: createByteBudget(calls), events: createByteBudget(events) }
}

export function createByteBudget(most: ByteLimits): ByteBudget {
  const books: Books = { most, all: 0, apps: createHolders(), organizations: createHolders(), routes: createHolders() }
  return {
    share({ routeId, organizationId, listingId }) {
      const route = books.routes.open(routeId)
      if (route.shares >= most.shares) return undefined
      return new Share(books, route, books.apps.open(listingId), books.organizations.open(organizationId))
    },
  }
}

interface Books {
  readonly most: ByteLimits
  all: number
  readonly apps: Holders
  readonly organizations: Holders
  readonly routes: Holders
}

/** A class, because closures per call cost more. */
class Share implements ByteShare {
  readonly #books: Books
  readonly #route: Holder
  readonly #app: Holder
  readonly #organization: Holder
  #own = 0
  #over = false

  constructor(books: Books, route: Holder, app: Holder, organization: Holder) {
    this.#books = books
    this.#route = route
    this.#app = app
    this.#organization = organization
    this.#count(0, 1)
  }

  take(bytes: number): boolean {
    const { all, most } = this.#books
    const held = { all, app: this.#app.bytes, organization: this.#organization.bytes, route: this.#route.bytes }
    if (this.#over || !mayHold(most, held, bytes)) return false
    this.#count(bytes, 0)
    return true
  }

  leave(): void {
    if (this.#over) return
    this.#over = true
    this.#count(-this.#own, -1)
    const { apps, organizations, routes } = this.#books
    routes.tidy(this.#route)
    apps.tidy(this.#app)
    organizations.tidy(this.#organization)
  }

  #count(bytes: number, shares: number): void {
    this.#own += bytes
    this.#books.all += bytes
    add(this.#route, bytes, shares)
    add(this.#app, bytes, shares)
    add(this.#organization, bytes, shares)
  }
}

function add(holder: Holder, bytes: number, shares: number): void {
  holder.bytes += bytes
  holder.shares += shares
}
