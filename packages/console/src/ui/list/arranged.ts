type Value = string | number | null

interface Wish<Item> {
  /** A word to sort by, with a minus before it for the other way round. */
  order: string
  keys: Record<string, (item: Item) => Value>
  looked: string | undefined
  /** What the words looked for may be in. */
  text: (item: Item) => string
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function compared(one: Value, two: Value): number {
  if (one === null || two === null) return Number(two === null) - Number(one === null)
  return typeof one === 'number' && typeof two === 'number' ? one - two : collator.compare(String(one), String(two))
}

/**
 * Sorts and narrows rows that are all here, by the rules the platform sorts its lists by: upper and lower case are alike,
 * 1.10.0 comes after 1.9.0, and what has no value comes before what has one.
 */
export function arranged<Item>(all: readonly Item[], { order, keys, looked, text }: Wish<Item>): Item[] {
  const wanted = looked?.toLowerCase() ?? ''
  const found = all.filter((item) => text(item).toLowerCase().includes(wanted))
  const key = keys[order.replace(/^-/, '')]
  if (key === undefined) return found
  const direction = order.startsWith('-') ? -1 : 1
  return found.toSorted((one, two) => direction * compared(key(one), key(two)))
}
