/** What tells one database from a copy of it. A standby that was promoted has both from its former primary. */
export interface DatabaseIdentity {
  /** PostgreSQL's system identifier; null where the server does not show it. */
  system: string | null
  /** The number of the database inside its server. */
  oid: number
}

/** Where a platform is at home: the database it was set up in, and the address that policy systems know. */
export interface Home {
  database: DatabaseIdentity
  /** Null until a process that registers addresses has started. */
  gatewayUrl: string | null
  /** Whether a laptop start recorded it; absent where an operator confirmed a takeover. */
  laptop?: boolean
  /** Whether the record was written again since, as by the restore of a dump. */
  rewritten?: true
}

export type Difference = 'database' | 'gateway'

/**
 * What a start finds different from the recorded home. A loopback address is never told to a policy system elsewhere, so a platform that
 * had one is free to take another; one that had a public address is not free to take a loopback address. A laptop may change its address
 * as long as a laptop start recorded the home: a copy of a production platform that is started on a laptop is still a copy.
 */
export function differencesFrom(home: Home, found: Home): Difference[] {
  const differences: Difference[] = []
  if (!sameDatabase(home, found)) differences.push('database')
  const { gatewayUrl: recorded } = home
  const isFree = recorded === null || isLoopbackUrl(recorded) || (home.laptop === true && found.laptop === true)
  if (!isFree && found.gatewayUrl !== null && !sameOrigin(recorded, found.gatewayUrl)) differences.push('gateway')
  return differences
}

/** Whether a start without differences tells something that the recorded home lacks: an address, or that it is no laptop any more. */
export function isNews(home: Home, found: Home): boolean {
  if (found.gatewayUrl === null) return false
  return found.gatewayUrl !== home.gatewayUrl || (home.laptop === true && found.laptop !== true)
}

/** Addresses as they are compared: without the default port, and in lower case. */
export function normalOrigin(url: string): string {
  return URL.parse(url)?.origin ?? url
}

function sameOrigin(one: string, other: string): boolean {
  return normalOrigin(one) === normalOrigin(other)
}

function sameDatabase({ database: home, rewritten }: Home, { database: found }: Home): boolean {
  if (home.oid !== found.oid) return false
  const known = home.system !== null && found.system !== null
  return known ? home.system === found.system : rewritten !== true
}

function isLoopbackUrl(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}
