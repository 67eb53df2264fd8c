import { addressEndpoint, coversHost } from '@mkt/manifest'
import { type DeclaredEgress, OTHER_CUSTOMERS } from '../traffic/egress.ts'

export interface ObservedHost {
  host: string
  /** 0: not known. */
  port: number
  connections: number
  sentBytes: number
  refused: number
  lastAt: Date
}

export interface ShownHost extends ObservedHost {
  declared: boolean
  /** The reader's own: always open, and nothing to be declared. */
  policySystem: boolean
}

const MAX_HOSTS = 100

/** Hosts that a reader may see by name: those the app declares and the reader's own policy system. The others are added up. */
export function shownHosts(
  rows: readonly ObservedHost[],
  declared: readonly Pick<DeclaredEgress, 'host' | 'port'>[],
  apiUrl: string | undefined,
): ShownHost[] {
  const own = apiUrl === undefined ? undefined : addressEndpoint(apiUrl)
  const shown = new Map<string, ShownHost>()
  for (const row of rows) {
    const isDeclared = declared.some(
      ({ host, port }) => host !== null && coversHost(host, row.host) && (row.port === 0 || row.port === port),
    )
    const isOwn = row.host === own?.host && row.port === own.port
    const isNamed = isDeclared || isOwn || row.host.startsWith('(')
    const host = isNamed ? row.host : OTHER_CUSTOMERS
    const port = isNamed ? row.port : 0
    const key = `${host} ${port}`
    const former = shown.get(key)
    shown.set(key, {
      host,
      port,
      declared: isDeclared,
      policySystem: isOwn,
      connections: row.connections + (former?.connections ?? 0),
      sentBytes: row.sentBytes + (former?.sentBytes ?? 0),
      refused: row.refused + (former?.refused ?? 0),
      lastAt: former !== undefined && former.lastAt > row.lastAt ? former.lastAt : row.lastAt,
    })
  }
  return [...shown.values()].sort((a, b) => b.connections - a.connections).slice(0, MAX_HOSTS)
}
