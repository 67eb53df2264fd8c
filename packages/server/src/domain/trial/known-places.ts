/** An answer has hundreds of places; a hostile release names them differently in every answer. */
const MAX = 2_000
/** Stands for every place beyond the bound. */
export const otherPlaces = '/…'

/** Gives each place as one text that all calls share, and every place beyond a bound as the same one. */
export function createKnownPlaces(most = MAX): (place: string) => string {
  const known = new Map<string, string>()
  return (place) => {
    const found = known.get(place)
    if (found !== undefined) return found
    if (known.size >= most) return otherPlaces
    known.set(place, place)
    return place
  }
}
