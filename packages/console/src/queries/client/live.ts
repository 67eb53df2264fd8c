import type { LiveTopic } from '@mkt/contract/api'
import type { Query, QueryClient } from '@tanstack/react-query'
import { invalidate } from './change.ts'
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
  tenant: ['tenant', 'tenants'],
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

const told = new Set(Object.values(staleBy).flat())
const isTold = ({ queryKey: [word] }: Query) => told.has(String(word))

type Connection = 'open' | 'lost'

const reconnectMs = 5_000

/**
 * Listens to the change feed while somebody is signed in. The browser reconnects when the connection breaks, but not after
 * a refusal (an ended session, a platform that is starting): that reconnect happens here.
 */
export function listen(client: QueryClient, onConnection: (state: Connection) => void): () => void {
  const pending = new Set<ChangeTopic>()
  let gathering: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let source: EventSource | undefined
  let wasLost = false
  // A burst of changes is one refresh: topics are gathered for a moment.
  const gather = (topic: ChangeTopic) => {
    pending.add(topic)
    gathering ??= setTimeout(() => {
      gathering = undefined
      for (const waiting of pending) invalidateTopic(client, waiting)
      pending.clear()
    }, 120)
  }
  const connect = () => {
    const opened = new EventSource('/api/v1/stream')
    source = opened
    opened.onopen = () => {
      onConnection('open')
      // What changed before it opened is told to nobody. At first that concerns what was read so far and the stream tells of;
      // after an interruption everything shown, what could not be read meanwhile too.
      void refresh(client, wasLost ? undefined : isTold)
      wasLost = false
    }
    opened.onerror = () => {
      wasLost = true
      onConnection('lost')
      if (opened.readyState === EventSource.CLOSED) again = setTimeout(connect, reconnectMs)
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
  connect()
  return () => {
    clearTimeout(gathering)
    clearTimeout(again)
    source?.close()
  }
}
