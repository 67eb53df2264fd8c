import { useAddress } from './use-address.ts'

export interface Sorting {
  /** The order that was chosen; undefined for the default one. */
  value: string | undefined
  /** The order the list is in. */
  shown: string
  choose: (order: string) => void
}

/**
 * The order of a list, from its address. `words` are what it can be sorted by. A page with several lists gives each its
 * own name in the address.
 */
export function useSorting(defaultOrder: string, words: readonly string[], name = 'sort'): Sorting {
  const address = useAddress()
  const asked = address.words[name]
  const value = asked !== undefined && words.includes(wordOf(asked)) ? asked : undefined
  return {
    value,
    shown: value ?? defaultOrder,
    choose: (order) => address.set({ [name]: order === defaultOrder ? undefined : order }),
  }
}

/** What an order sorts by, whichever way round. */
export function wordOf(order: string): string {
  return order.replace(/^-/, '')
}

/** The order a press on a column's heading leads to: its own first, the other way round after that. */
export function nextOrder(column: string, shown: string): string {
  if (shown !== column) return column
  return column.startsWith('-') ? wordOf(column) : `-${column}`
}
