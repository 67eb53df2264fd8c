import { useState } from 'react'
import { arranged } from './arranged.ts'
import { useAddress } from './use-address.ts'
import { useSorting } from './use-sorting.ts'

/** From how many rows on a list has a field to look for words. */
const FEW = 8
const PAGE = 50

interface Options<Item> {
  /** The order the rows come in; none means that no heading tells of it. */
  usual: string
  keys: Record<string, (item: Item) => string | number | null>
  text: (item: Item) => string
  /** The words of the address for order and search. */
  sort: string
  q: string
}

/**
 * A list that came whole with one answer, and so is sorted, narrowed and shown by fifties here. Its state lives in the
 * address like that of every list. Where there are few rows, nobody needs to look for one.
 */
export function useWhole<Item>(all: readonly Item[], { usual, keys, text, sort, q }: Options<Item>) {
  const { words, set } = useAddress()
  const sorting = useSorting(usual, Object.keys(keys), sort)
  const [shown, show] = useState(PAGE)
  const looked = words[q]
  const items = arranged(all, { order: sorting.value ?? '', keys, looked, text })
  return {
    items: items.slice(0, shown),
    more: items.length > shown ? { show: () => show(shown + PAGE), busy: false } : undefined,
    sorting,
    search:
      all.length > FEW || looked ? { value: looked, onChange: (value: string) => set({ [q]: value }) } : undefined,
  }
}
