import pg from 'pg'
import { serverAddresses } from '../../lib/process/postgres-address.ts'

/**
 * The servers that an address names, and which of them takes writes at the moment. `postgres://user@one,two/db` names two. A standby that was
 * promoted is found when a connection to the former primary fails: every server is asked, and the first one that takes writes is used from then on.
 */
export interface Servers {
  /** The address of the server to connect to. */
  readonly current: string
  /** Whether a new connection must be checked for taking writes. */
  readonly mustWrite: boolean
  /** A connection to this server failed, or the server takes no writes: look for another one. */
  failed(server: string): void
  /** For a command, which does not connect again: looks for the server that takes writes before the first connection. */
  findWriter(): Promise<void>
  /** Called with the address of the server that is used from now on. */
  onMove(listener: (server: string) => void): void
}

const PROBE_MS = 3_000
export const readOnlyQuery = "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as refuses"

const known = new Map<string, Servers>()

/** The servers of an address. All pools and feeds of the process share what is known of them. */
export function serversOf(connectionString: string): Servers {
  const former = known.get(connectionString)
  if (former !== undefined) return former
  const servers = createServers(connectionString)
  known.set(connectionString, servers)
  return servers
}

export function createServers(
  connectionString: string,
  takesWrites: (address: string) => Promise<boolean> = probe,
): Servers {
  const { addresses, mustWrite } = serverAddresses(connectionString)
  const listeners = new Set<(server: string) => void>()
  let current = addresses[0] ?? connectionString
  let searching: Promise<void> | undefined

  async function search(): Promise<void> {
    try {
      const found = await Promise.any(
        addresses.map(async (address) => {
          if (!(await takesWrites(address))) throw new Error('takes no writes')
          return address
        }),
      )
      if (found === current) return
      current = found
      for (const listener of listeners) listener(found)
    } catch {
      // None takes writes yet; the next connection that fails asks again.
    } finally {
      searching = undefined
    }
  }

  async function findWriter(): Promise<void> {
    if (addresses.length === 1) return
    searching ??= search()
    await searching
  }

  return {
    get current() {
      return current
    },
    mustWrite,
    failed(server) {
      // The search keeps its failures to itself: the next connection that fails asks again.
      if (server === current) findWriter().catch(() => {})
    },
    findWriter,
    onMove(listener) {
      listeners.add(listener)
    },
  }
}

async function probe(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    application_name: 'mkt probe',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<{ refuses: boolean }>(readOnlyQuery)).rows[0]?.refuses === false
  } finally {
    client.end().catch(() => {})
  }
}
