import { useState } from 'react'
import { sortAndFilter } from './sort-and-filter.ts'
import { useAddress } from './use-address.ts'
import { useSorting } from './use-sorting.ts'

/** A list with more rows than this gets a search field. */
const FEW = 8
const PAGE = 50

interface Options<Item> {
  /** The order the rows come in; empty where no heading stands for it. */
  defaultOrder: string
  keys: Record<string, (item: Item) => string | number | null>
  text: (item: Item) => string
  /** The words of the address for order and search. */
  sort: string
  q: string
}

/**
 * A list that came with one answer, so that it is sorted, filtered and shown page by page in the browser. Its state lives
 * in the address like that of every list.
 */
export function useLocalList<Item>(all: readonly Item[], { defaultOrder, keys, text, sort, q }: Options<Item>) {
  const { words, set } = useAddress()
  const sorting = useSorting(defaultOrder, Object.keys(keys), sort)
  const [shown, show] = useState(PAGE)
  const term = words[q]
  const items = sortAndFilter(all, { order: sorting.value ?? '', keys, search: term, text })
  return {
    items: items.slice(0, shown),
    more: items.length > shown ? { show: () => show(shown + PAGE), busy: false } : undefined,
    sorting,
    search: all.length > FEW || term ? { value: term, onChange: (value: string) => set({ [q]: value }) } : undefined,
  }
}
