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
  inFlight: number
  publicInFlight: number
  sending: number
  publicSending: number
}

function createCounts() {
  const known = new Map<string, Counts>()
  return {
    of(name: string): Counts {
      let counts = known.get(name)
      if (counts === undefined) {
        counts = { inFlight: 0, publicInFlight: 0, sending: 0, publicSending: 0 }
        known.set(name, counts)
      }
      return counts
    },
    /** Forgets what has nothing left to count. */
    tidy(name: string, counts: Counts): void {
      if (counts.inFlight === 0 && counts.sending === 0 && known.get(name) === counts) known.delete(name)
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
      const ofApp = apps.of(app)
      const both = [ofRoute, ofApp]
      const publicly = isPublic ? 1 : 0
      let stage: 'sending' | 'in flight' | 'over' = 'sending'
      const move = (to: typeof stage) => {
        const sending = (to === 'sending' ? 1 : 0) - (stage === 'sending' && to !== 'sending' ? 1 : 0)
        const inFlight = (to === 'in flight' ? 1 : 0) - (stage === 'in flight' ? 1 : 0)
        for (const counts of both) {
          counts.sending += sending
          counts.publicSending += sending * publicly
          counts.inFlight += inFlight
          counts.publicInFlight += inFlight * publicly
        }
        stage = to
      }
      move('sending')
      return {
        enter() {
          if (stage !== 'sending') return stage === 'in flight'
          const inFlight = {
            route: ofRoute.inFlight,
            app: ofApp.inFlight,
            publicRoute: ofRoute.publicInFlight,
            publicApp: ofApp.publicInFlight,
          }
          if (!mayStart(limits, inFlight, isPublic)) return false
          move('in flight')
          return true
        },
        leave() {
          if (stage === 'over') return
          move('over')
          routes.tidy(route, ofRoute)
          apps.tidy(app, ofApp)
        },
      }
    },
  }
}
