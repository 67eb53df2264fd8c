export interface Place {
  title: string
  href: string
}

type KeyStorage = Pick<Storage, 'getItem' | 'setItem'>

const KEY = 'mkt.recent'
const OWNER = 'mkt.recent.of'
const MAX = 8

/** Pages that finish the sign-in of a tool: nobody comes back to them. */
const passing = /^\/(tool|device)$/

const isPlace = (one: unknown): one is Place =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as Place).title === 'string' &&
  typeof (one as Place).href === 'string' &&
  (one as Place).href.startsWith('/')

/** The pages that were opened last, the newest first. */
export function recentPlaces(storage: KeyStorage): Place[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPlace) : []
  } catch {
    return []
  }
}

/** The id of the thing that a page shows, if it shows one. */
const thingOf = ({ href }: Place) => href.split('/').find((part) => /^[a-z]{3}_/.test(part))

/** The pages of one thing have one title: the one that was open last stands for them. */
const isTabOf = (one: Place, other: Place) => one.title === other.title && thingOf(one) === thingOf(other)

/** Puts a page first among those opened last. */
export function notePlace(storage: KeyStorage, place: Place): void {
  if (passing.test(place.href)) return
  const others = recentPlaces(storage).filter((one) => one.href !== place.href && !isTabOf(one, place))
  try {
    storage.setItem(KEY, JSON.stringify([place, ...others].slice(0, MAX)))
  } catch {
    // Without room in the storage, nothing is remembered.
  }
}

/** Before pages are shown to somebody: what another person opened in this browser is forgotten, however their session ended. */
export function claimPlaces(storage: KeyStorage & Pick<Storage, 'removeItem'>, personId: string): void {
  if (storage.getItem(OWNER) === personId) return
  forgetPlaces(storage)
  try {
    storage.setItem(OWNER, personId)
  } catch {
    // Without room in the storage, nothing is remembered.
  }
}

/** When somebody signs out: the next person in this browser does not see where they were. */
export function forgetPlaces(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(KEY)
}
