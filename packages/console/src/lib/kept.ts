type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (place: string) => `mkt.draft.${place}`

/** What was typed in a form and not saved; null where there is no draft. */
export function readKept(storage: KeyStorage, place: string): unknown {
  try {
    return JSON.parse(storage.getItem(keyOf(place)) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a draft, or drops it when it is null. A full or forbidden storage costs the draft, never the form. */
export function keep(storage: KeyStorage, place: string, draft: unknown): void {
  try {
    if (draft === null) storage.removeItem(keyOf(place))
    else storage.setItem(keyOf(place), JSON.stringify(draft))
  } catch {
    // The form works without its copy.
  }
}

/** A stored object as the part of a draft it may be. */
export function asPart<Draft extends object>(stored: unknown): Partial<Draft> | null {
  return stored !== null && typeof stored === 'object' && !Array.isArray(stored) ? (stored as Partial<Draft>) : null
}
