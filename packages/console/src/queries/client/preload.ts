import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { type PagedQuery, pagedOptions } from './paged.ts'
import { queryClient } from './query-client.ts'

/**
 * Begins a read that a page is going to need, and does not wait: routes begin all reads of a page at once, and each part of the
 * page waits for its own. What is fresh is not read again. A read that fails is repeated by the page, which then says so.
 */
export function preload<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>): void {
  void queryClient.prefetchQuery(query)
}

/** The same for the first page of a list, in the order it will be shown in. */
export function preloadList<Item>(query: PagedQuery<Item>, sort: string): void {
  void queryClient.prefetchInfiniteQuery(pagedOptions(query, sort))
}

/** Begins a read, and with its answer those that need it. */
export function preloadThen<Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
  then: (data: Data) => void,
): void {
  // The page reads it too, and shows why it failed.
  queryClient.fetchQuery(query).then(then, () => undefined)
}
