import { infiniteQueryOptions, useSuspenseInfiniteQuery } from '@tanstack/react-query'

interface Page<Item> {
  items: Item[]
  next: string | null
}
type Ask = { limit: number; cursor?: string }

/**
 * A list of the API, read page by page. The first word of the key is the topic that makes it stale; the rest
 * holds whatever the reading depends on.
 */
export function pagedQuery<Item>(
  key: readonly unknown[],
  read: (ask: Ask, signal: AbortSignal) => Promise<Page<Item>>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => read({ limit: 50, ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    getNextPageParam: (page) => page.next,
  })
}

/** The items read so far, and how to read more when there are more. */
export function usePaged<Item>(options: ReturnType<typeof pagedQuery<Item>>) {
  const result = useSuspenseInfiniteQuery(options)
  const items = result.data.pages.flatMap((page) => page.items)
  const more = result.hasNextPage
    ? { show: () => void result.fetchNextPage(), busy: result.isFetchingNextPage }
    : undefined
  return { items, more }
}
