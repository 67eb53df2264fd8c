import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Marks reads as stale, and waits until those on the page are read again. A first read that is in progress may have seen how things
 * were before: it is let finish, since the page waits for it, and then read again.
 */
export async function refresh(client: QueryClient, concerns: (query: Query) => boolean = () => true): Promise<void> {
  const underWay = client
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: (query) => query.state.data === undefined && concerns(query) })
  const readAgain = ({ queryKey }: Query) =>
    // Where another change came meanwhile, one more read is enough for both.
    client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
  await Promise.all([
    client.invalidateQueries({ predicate: concerns }),
    ...underWay.map((query) =>
      query.promise?.then(
        () => readAgain(query),
        () => readAgain(query),
      ),
    ),
  ])
}
