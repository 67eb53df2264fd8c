import type { Refusal } from './judge-opening.ts'
import type { Endpoint } from './rules.ts'

/** What went to one host and port in one hour, since the instance started. Port 0 where none is known. */
export interface EgressCount {
  /** Beginning of the hour, ISO 8601. */
  hour: string
  host: string
  port: number
  connections: number
  sentBytes: number
  receivedBytes: number
  refused: number
  lastRefusal: Refusal | null
  /** Which run of the way out counted it, where each begins again from zero. */
  run?: string
}

/** A program may ask for any number of names: beyond this number of hosts an hour they are counted together. */
const MAX_HOSTS = 200
const HOURS_KEPT = 48
const HOUR_MS = 3_600_000
export const OTHER_HOSTS = '(other hosts)'

/** Two counts of the same instance, one after the other, as one. */
export function addCounts(before: readonly EgressCount[], after: readonly EgressCount[]): EgressCount[] {
  const keyOf = ({ hour, host, port }: EgressCount) => `${hour} ${host} ${port}`
  const rows = new Map(before.map((row) => [keyOf(row), row]))
  for (const row of after) {
    const known = rows.get(keyOf(row))
    if (known === undefined) rows.set(keyOf(row), row)
    else
      rows.set(keyOf(row), {
        ...row,
        connections: known.connections + row.connections,
        sentBytes: known.sentBytes + row.sentBytes,
        receivedBytes: known.receivedBytes + row.receivedBytes,
        refused: known.refused + row.refused,
        lastRefusal: row.lastRefusal ?? known.lastRefusal,
      })
  }
  return [...rows.values()]
}

export interface Tally {
  connected(to: Endpoint): void
  sent(to: Endpoint, bytes: number): void
  received(to: Endpoint, bytes: number): void
  refused(to: Endpoint, refusal: Refusal, times?: number): void
  counts(): EgressCount[]
}

export function createTally(now: () => number): Tally {
  const hours = new Map<number, Map<string, EgressCount>>()
  const rowOf = ({ host, port }: Endpoint): EgressCount => {
    const start = Math.floor(now() / HOUR_MS) * HOUR_MS
    const rows = hours.get(start) ?? new Map<string, EgressCount>()
    hours.set(start, rows)
    for (const old of hours.keys()) if (old < start - HOURS_KEPT * HOUR_MS) hours.delete(old)
    const known = rows.get(`${host} ${port}`)
    if (known !== undefined) return known
    if (rows.size >= MAX_HOSTS && host !== OTHER_HOSTS) return rowOf({ host: OTHER_HOSTS, port: 0 })
    const row: EgressCount = {
      hour: new Date(start).toISOString(),
      host,
      port,
      connections: 0,
      sentBytes: 0,
      receivedBytes: 0,
      refused: 0,
      lastRefusal: null,
    }
    rows.set(`${host} ${port}`, row)
    return row
  }
  return {
    connected(to) {
      rowOf(to).connections += 1
    },
    sent(to, bytes) {
      rowOf(to).sentBytes += bytes
    },
    received(to, bytes) {
      rowOf(to).receivedBytes += bytes
    },
    refused(to, refusal, times = 1) {
      const row = rowOf(to)
      row.refused += times
      row.lastRefusal = refusal
    },
    counts: () => [...hours.values()].flatMap((rows) => [...rows.values()]),
  }
}
