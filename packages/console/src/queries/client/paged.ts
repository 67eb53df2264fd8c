import { hashKey, infiniteQueryOptions, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'

interface Page<Item> {
  items: Item[]
  next: string | null
}

/** `sort` is one of the words of the list that is asked; which ones those are, `useSorting` has checked. */
type Ask = { limit: number; cursor?: string; sort?: never }

/** A list of the API that is read page by page. */
export interface PagedQuery<Item> {
  key: readonly unknown[]
  read: (ask: Ask, signal: AbortSignal) => Promise<Page<Item>>
  /** How often what is shown is read again, where nobody tells of every change. */
  rereadMs?: number | undefined
}

/** The first word of the key is the topic that makes the list stale; the rest holds whatever the reading depends on. */
export function pagedQuery<Item>(
  key: readonly unknown[],
  read: PagedQuery<Item>['read'],
  rereadMs?: number,
): PagedQuery<Item> {
  return { key, read, rereadMs }
}

/** Words of an address as the query of an operation: the empty ones are left out, wrong ones the server refuses. */
export function asked<Query extends object>(words: { [name in keyof Query]?: string | undefined }): Partial<Query> {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => Boolean(value))) as Partial<Query>
}

/** How the query client reads a list in an order; without one the list has its own. */
export function pagedOptions<Item>({ key, read, rereadMs = 0 }: PagedQuery<Item>, sort: string | undefined) {
  return infiniteQueryOptions({
    queryKey: sort ? [...key, { sort }] : key,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      read(
        { limit: 50, ...(pageParam ? { cursor: pageParam } : {}), ...(sort ? { sort: sort as never } : {}) },
        signal,
      ),
    getNextPageParam: (page: Page<Item>) => page.next,
    refetchInterval: rereadMs || false,
  })
}

/**
 * The items read so far, and how to read more when there are more. When order or filter change, the former items stay
 * until the new ones are there, so that neither the place on the page nor the focus is lost. The order that is shown is
 * always sent, chosen or not: so the headings and the rows cannot differ.
 */
export function usePaged<Item>(query: PagedQuery<Item>, sorting?: { shown: string }) {
  const wanted = pagedOptions(query, sorting?.shown)
  const [kept, keep] = useState(wanted)
  if (hashKey(kept.queryKey) !== hashKey(wanted.queryKey)) keep(wanted)
  const shown = useDeferredValue(kept)
  const result = useSuspenseInfiniteQuery(shown)
  const { pages } = result.data
  const items = useMemo(() => pages.flatMap((page) => page.items), [pages])
  const more = result.hasNextPage
    ? { show: () => void result.fetchNextPage(), busy: result.isFetchingNextPage }
    : undefined
  return { items, more }
}
