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

/** Bytes and shares of one party; the parties it is compared with where little is left. */
interface Holder {
  bytes: number
  shares: number
}

function createHolders() {
  const known = new Map<string, Holder>()
  return {
    open(name: string): Holder {
      let holder = known.get(name)
      if (holder === undefined) {
        holder = { bytes: 0, shares: 0 }
        known.set(name, holder)
      }
      return holder
    },
    tidy(name: string, holder: Holder): void {
      if (holder.shares === 0 && known.get(name) === holder) known.delete(name)
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
  const apps = createHolders()
  const organizations = createHolders()
  const routes = createHolders()
  let all = 0

  return {
    share({ routeId, organizationId, listingId }) {
      const route = routes.open(routeId)
      if (route.shares >= most.shares) return undefined
      const app = apps.open(listingId)
      const organization = organizations.open(organizationId)
      const holders = [route, app, organization]
      for (const holder of holders) holder.shares += 1
      let own = 0
      let over = false
      const add = (bytes: number) => {
        own += bytes
        all += bytes
        for (const holder of holders) holder.bytes += bytes
      }
      return {
        take(bytes) {
          const held = { all, app: app.bytes, organization: organization.bytes, route: route.bytes }
          if (over || !mayHold(most, held, bytes)) return false
          add(bytes)
          return true
        },
        leave() {
          if (over) return
          over = true
          add(-own)
          for (const holder of holders) holder.shares -= 1
          routes.tidy(routeId, route)
          apps.tidy(listingId, app)
          organizations.tidy(organizationId, organization)
        },
      }
    },
  }
}
