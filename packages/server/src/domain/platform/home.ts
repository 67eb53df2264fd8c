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
}

export type Difference = 'database' | 'gateway'

/**
 * What a start finds different from the recorded home. A loopback address is never told to a policy system elsewhere, so a platform that
 * had one is free to take another; one that had a public address is not free to take a loopback address.
 */
export function differencesFrom(home: Home, found: Home, laptop: boolean): Difference[] {
  const differences: Difference[] = []
  if (!sameDatabase(home.database, found.database)) differences.push('database')
  const judged = !laptop && home.gatewayUrl !== null && found.gatewayUrl !== null && !isLoopbackUrl(home.gatewayUrl)
  if (judged && home.gatewayUrl !== found.gatewayUrl) differences.push('gateway')
  return differences
}

function sameDatabase(one: DatabaseIdentity, other: DatabaseIdentity): boolean {
  const known = one.system !== null && other.system !== null
  return one.oid === other.oid && (!known || one.system === other.system)
}

function isLoopbackUrl(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}
