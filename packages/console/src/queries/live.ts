import type { QueryClient } from '@tanstack/react-query'

/**
 * What the server's change feed says, put into what the pages must read again. Every query key begins with the
 * word of the thing it shows, so a topic names the keys that are stale.
 */
const staleBy: Record<string, string[]> = {
  listing: ['listing', 'listings', 'review', 'reviews'],
  release: ['release', 'releases', 'listing', 'listings', 'deployments', 'installation'],
  review: ['review', 'reviews', 'listing', 'releases'],
  deployment: ['deployments', 'releases', 'release', 'installation', 'health'],
  instance: ['deployments', 'health'],
  tenant: ['tenant', 'tenants'],
  installation: ['installation', 'installations', 'configuration', 'log', 'evidence'],
  delivery: ['deliveries', 'delivery', 'log', 'installation'],
  event: ['deliveries', 'delivery', 'log'],
  call: ['calls'],
  log: ['log'],
  ledger: ['ledger'],
  notification: ['notifications'],
  member: ['members', 'me'],
  organization: ['organizations', 'me'],
  api_key: ['api-keys'],
}

export function invalidateTopic(client: QueryClient, topic: string): void {
  const words = staleBy[topic] ?? [topic]
  void client.invalidateQueries({ predicate: (query) => words.includes(String(query.queryKey[0])) })
}

type Connection = 'open' | 'lost'

/** Listens to the change feed for as long as somebody is signed in; the browser reconnects by itself. */
export function listen(client: QueryClient, onConnection: (state: Connection) => void): () => void {
  const pending = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  // A burst of changes is one refresh: topics are gathered for a moment.
  const gather = (topic: string) => {
    pending.add(topic)
    timer ??= setTimeout(() => {
      timer = undefined
      for (const waiting of pending) invalidateTopic(client, waiting)
      pending.clear()
    }, 120)
  }
  const source = new EventSource('/api/v1/stream')
  let wasLost = false
  source.onopen = () => {
    onConnection('open')
    // What changed while we were away is unknown: everything shown is read again.
    if (wasLost) void client.invalidateQueries()
    wasLost = false
  }
  source.onerror = () => {
    wasLost = true
    onConnection('lost')
  }
  source.addEventListener('reset', () => void client.invalidateQueries())
  source.addEventListener('change', (message: MessageEvent<string>) => {
    const change: unknown = JSON.parse(message.data)
    if (change && typeof change === 'object' && 'topic' in change) gather(String(change.topic))
  })
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
