import { cutText } from '../../lib/cut-text.ts'

/** A field of an answer: where it stands, and its value as text. */
export type Fields = ReadonlyMap<string, string>

/** An answer has hundreds of fields; a hostile one has millions, or is nested without end. */
const MAX_FIELDS = 5_000
const MAX_DEPTH = 30
/** What is kept of a comparison: thousands of them are held at once. */
const MAX_DIFFERENCES = 200
const MAX_CHARACTERS = 300
const locator = /^(?:\d{3,}|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26})$/

/**
 * The fields of an answer by their place. Places are the same for all policies: a peril's characteristics are named by the
 * peril, other locators and places in a list by a star. A place that occurs several times in one answer is numbered.
 */
export function answerFields(answer: unknown, perilOf: ReadonlyMap<string, string>): Fields {
  const fields = new Map<string, string>()
  const seen = new Map<string, number>()

  function add(place: string, value: unknown): void {
    const count = (seen.get(place) ?? 0) + 1
    seen.set(place, count)
    fields.set(count === 1 ? place : `${place}#${count}`, JSON.stringify(value) ?? 'null')
  }

  function visit(place: string, value: unknown, depth: number): void {
    if (fields.size >= MAX_FIELDS || depth > MAX_DEPTH) return
    if (Array.isArray(value)) for (const item of value) visit(`${place}/*`, item, depth + 1)
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value))
        visit(`${place}/${perilOf.get(name) ?? segmentOf(name)}`, part, depth + 1)
    else add(place, value)
  }

  visit('', answer, 0)
  return fields
}

/** How a name stands in a place: what names one policy's part alone is a star. */
export function segmentOf(name: string): string {
  return locator.test(name) ? '*' : cutText(name, 100)
}

/** The first places at which two answers differ, numbers of repeated places left out. */
export function differingPlaces(one: Fields, other: Fields): Set<string> {
  const places = new Set<string>()
  const add = (place: string) => {
    if (places.size < MAX_DIFFERENCES) places.add(cutText(general(place), MAX_CHARACTERS))
  }
  for (const [place, value] of one) if (other.get(place) !== value) add(place)
  for (const place of other.keys()) if (!one.has(place)) add(place)
  return places
}

function general(place: string): string {
  return place.replace(/#\d+$/, '')
}
