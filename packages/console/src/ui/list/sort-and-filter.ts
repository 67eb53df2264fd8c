type Value = string | number | null

interface Options<Item> {
  /** A word to sort by, with a minus before it for the other way round. */
  order: string
  keys: Record<string, (item: Item) => Value>
  /** Only rows whose text contains it. */
  search: string | undefined
  text: (item: Item) => string
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function compare(one: Value, two: Value): number {
  if (one === null || two === null) return Number(two === null) - Number(one === null)
  return typeof one === 'number' && typeof two === 'number' ? one - two : collator.compare(String(one), String(two))
}

/**
 * Sorts and filters rows in the browser by the same rules as the server: case does not matter, 1.10.0 comes after 1.9.0,
 * and a missing value comes first.
 */
export function sortAndFilter<Item>(all: readonly Item[], { order, keys, search, text }: Options<Item>): Item[] {
  const wanted = search?.toLowerCase() ?? ''
  const found = all.filter((item) => text(item).toLowerCase().includes(wanted))
  const key = keys[order.replace(/^-/, '')]
  if (key === undefined) return found
  const direction = order.startsWith('-') ? -1 : 1
  return found.toSorted((one, two) => direction * compare(key(one), key(two)))
}
