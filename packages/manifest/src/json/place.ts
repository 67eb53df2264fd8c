import type { Path } from './pointer.ts'

/**
 * Where a value begins, for a member where its name begins; and the same of what the value holds. It is a tree like the value itself: a list of
 * pointers would repeat a long name for everything below it.
 */
export interface Place {
  offset: number
  inside?: Map<string | number, Place>
}

export function placeIn(holder: Place, part: string | number): Place {
  const place = { offset: holder.offset }
  holder.inside ??= new Map()
  holder.inside.set(part, place)
  return place
}

/** Where a value stands; for one that is missing, where what should hold it stands. */
export function offsetOf(root: Place, path: Path): number {
  let place = root
  for (const part of path) {
    const next = place.inside?.get(part)
    if (next === undefined) break
    place = next
  }
  return place.offset
}
