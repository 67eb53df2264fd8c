import type { LiveTopic } from '@mkt/contract/api'
import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from './change.ts'
import { takePosition } from './position.ts'
import { refresh } from './refresh.ts'

/**
 * The queries that each topic of the stream makes stale. Every query key begins with the word of the thing it shows.
 */
const staleBy: Record<Exclude<LiveTopic, 'health'>, readonly string[]> = {
  listing: ['listing', 'listings', 'review', 'reviews'],
  release: ['release', 'releases', 'listing', 'listings', 'deployments', 'installation', 'installs'],
  review: ['review', 'reviews', 'listing', 'releases'],
  deployment: ['deployments', 'releases', 'release', 'installation'],
  figure: ['figures'],
  // What goes through a tenant that is away fails.
  tenant: ['tenant', 'tenants', 'installation', 'installations'],
  installation: ['installation', 'installations', 'installs', 'configuration', 'log', 'evidence', 'activity'],
  delivery: ['deliveries', 'delivery', 'activity', 'log', 'installation', 'paused-routes'],
  'route-health': ['paused-routes', 'deliveries', 'installation', 'installations'],
  call: ['calls', 'pricing', 'activity'],
  trial: ['trials', 'trial', 'sample'],
  ledger: ['ledger'],
  traffic: ['traffic', 'installation'],
  notification: ['notifications'],
  member: ['members', 'me'],
  audit: ['audit', 'api-keys', 'organizations'],
  platform: ['people', 'audit', 'organizations', 'platform-sso'],
}

type ChangeTopic = keyof typeof staleBy
const isChangeTopic = (topic: unknown): topic is ChangeTopic => typeof topic === 'string' && topic in staleBy

/** Marks as stale what a change of this topic may have changed. */
export function invalidateTopic(client: QueryClient, topic: ChangeTopic): void {
  void invalidate(client, ...staleBy[topic])
}

type Connection = 'open' | 'lost'

/** A refusal (an ended session, a platform that is starting) lasts longer than a broken connection. */
const reconnectMs = { broken: 2_000, refused: 5_000 }

/**
 * Listens to the change feed while somebody is signed in. The first stream begins where the feed stood before the first read, so what
 * changed since is told and nothing else is read again. After an interruption everything shown is, what could not be read meanwhile too.
 */
export function listen(client: QueryClient, onConnection: (state: Connection) => void): () => void {
  const pending = new Set<ChangeTopic>()
  let gathering: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let source: EventSource | undefined
  // A burst of changes is one refresh: topics are gathered for a moment.
  const gather = (topic: ChangeTopic) => {
    pending.add(topic)
    gathering ??= setTimeout(() => {
      gathering = undefined
      for (const waiting of pending) invalidateTopic(client, waiting)
      pending.clear()
    }, 120)
  }
  const connect = (since?: string) => {
    const opened = new EventSource(`/api/v1/stream${since ? `?since=${since}` : ''}`)
    source = opened
    opened.onopen = () => {
      onConnection('open')
      if (since === undefined) void refresh(client)
    }
    // The browser alone would reconnect from the same position, and not at all after a refusal.
    opened.onerror = () => {
      const refused = opened.readyState === EventSource.CLOSED
      opened.close()
      onConnection('lost')
      again = setTimeout(connect, refused ? reconnectMs.refused : reconnectMs.broken)
    }
    opened.addEventListener('reset', () => void refresh(client))
    // The one event that carries what it tells of: without the database nobody could ask for it.
    opened.addEventListener('health', (message: MessageEvent<string>) =>
      client.setQueryData(['health'], JSON.parse(message.data)),
    )
    opened.addEventListener('change', (message: MessageEvent<string>) => {
      const change: unknown = JSON.parse(message.data)
      // A topic that this console does not know yet is of no concern to it.
      if (change && typeof change === 'object' && 'topic' in change && isChangeTopic(change.topic)) gather(change.topic)
    })
  }
  connect(takePosition())
  return () => {
    clearTimeout(gathering)
    clearTimeout(again)
    source?.close()
    // From here on nobody hears of changes.
    void client.invalidateQueries({ refetchType: 'none' })
  }
}
