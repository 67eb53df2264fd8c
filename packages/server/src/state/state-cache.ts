import type { Platform } from '../actions/platform/platform.ts'
import { createStateReader, type StateView } from '../actions/route/read-state.ts'
import { type Entry, makeEntry, retire, takeUsed } from './entry.ts'

/**
 * The state of installations in memory, as finished answers. The change feed keeps it current: a change forgets the
 * entry, and the next read loads it again. A read never waits for a comparison: without the feed each entry is compared with
 * the database in the background, at most once a second, and served meanwhile, for ten minutes after it was last known to be current.
 */
export interface StateCache {
  /** What is here. What is `ready` of it may be held on to: it says when it is not here any more. */
  peek(installationId: string): Entry | undefined
  /** Whether what is here may be served as it is; otherwise `get` it. May start a comparison in the background. */
  mayServe(entry: Entry): boolean
  /** Reads it when it is not here. `null`: there is no such installation. Throws when it cannot be known. */
  get(installationId: string): Promise<Entry | null>
  readonly size: number
  readonly bytes: number
  /** Whether there is room for entries that nobody has asked for yet. */
  readonly hasRoom: boolean
  close(): void
}

/** Documented in docs/operations.md: how old an answer may be while the database is away. */
export const SERVED_WITHOUT_DATABASE_MS = 10 * 60_000
const COMPARE_EVERY_MS = 1_000
/** A database that does not answer must not collect a query for each installation. */
const COMPARISONS_AT_ONCE = 8

export interface StateCacheOptions {
  /** Where state comes from; the database unless told. */
  read?: (installationId: string) => Promise<StateView | undefined>
  /** Entries that were not read lately go when there are more bytes than this. */
  maxBytes?: number
}

export function createStateCache(platform: Platform, options: StateCacheOptions = {}): StateCache {
  const { changes, clock } = platform
  const read = options.read ?? createStateReader(platform)
  const maxBytes = options.maxBytes ?? 512 * 1024 * 1024
  const entries = new Map<string, Entry>()
  /** Reads in progress; a change in the meantime makes their result stale. */
  const loads = new Map<string, { old: boolean; result: Promise<Entry | null> }>()
  let bytes = 0
  let feedLostAt = clock.now().getTime()
  let comparisons = 0
  let warnedAt = 0

  function forget(installationId: string): void {
    const load = loads.get(installationId)
    if (load) load.old = true
    forgetEntry(installationId)
  }

  function forgetAll(): void {
    for (const load of loads.values()) load.old = true
    for (const entry of entries.values()) retire(entry)
    entries.clear()
    bytes = 0
  }

  function forgetTenant(tenantId: string): void {
    // Which tenant a read on its way belongs to is not known yet.
    for (const load of loads.values()) load.old = true
    for (const [installationId, entry] of entries) if (entry.tenantId === tenantId) forgetEntry(installationId)
  }

  function keep(entry: Entry): void {
    forgetEntry(entry.installationId)
    entries.set(entry.installationId, entry)
    bytes += entry.bytes
    if (bytes > maxBytes) evict(entry)
  }

  function forgetEntry(installationId: string): void {
    const former = entries.get(installationId)
    if (!former) return
    entries.delete(installationId)
    retire(former)
    bytes -= former.bytes
  }

  /** Goes round once or twice: what was read since the last round stays, what was not goes. */
  function evict(except: Entry): void {
    for (let round = 0; round < 2 && bytes > maxBytes; round += 1) {
      for (const [installationId, entry] of entries) {
        if (bytes <= maxBytes) return
        if (entry !== except && !takeUsed(entry)) forgetEntry(installationId)
      }
    }
  }

  /** Reads until no change came in between, so that an old view is never kept. */
  async function load(installationId: string): Promise<Entry | null> {
    for (;;) {
      const running = { old: false, result: Promise.resolve<Entry | null>(null) }
      const { promise, resolve, reject } = Promise.withResolvers<Entry | null>()
      running.result = promise
      promise.catch(() => {})
      loads.set(installationId, running)
      try {
        const view = await read(installationId)
        if (running.old) {
          resolve(load(installationId))
          return await promise
        }
        const entry = view ? makeEntry(view, clock.now().getTime()) : null
        if (entry) keep(entry)
        resolve(entry)
        return entry
      } catch (error) {
        reject(error)
        throw error
      } finally {
        if (loads.get(installationId) === running) loads.delete(installationId)
      }
    }
  }

  function mayServe(entry: Entry): boolean {
    if (changes.connected) return true
    const now = clock.now().getTime()
    if (now - Math.max(entry.checkedAt, feedLostAt) > SERVED_WITHOUT_DATABASE_MS) return false
    if (now - Math.max(entry.checkedAt, entry.comparedAt) >= COMPARE_EVERY_MS) compareSoon(entry, now)
    return true
  }

  /** Loads the entry again without anybody waiting for it. */
  function compareSoon(entry: Entry, now: number): void {
    if (comparisons >= COMPARISONS_AT_ONCE || loads.has(entry.installationId)) return
    entry.comparedAt = now
    comparisons += 1
    load(entry.installationId)
      .then((found) => {
        if (found === null) forgetEntry(entry.installationId)
      })
      .catch((error: unknown) => {
        if (now - warnedAt < COMPARE_EVERY_MS) return
        warnedAt = now
        platform.log.warn({ err: error }, 'State could not be compared with the database; what is in memory is served')
      })
      .finally(() => {
        comparisons -= 1
      })
  }

  const unsubscribe = [
    changes.subscribe('installation', { changed: forget, reset: forgetAll }),
    changes.subscribe('tenant', { changed: forgetTenant, reset: forgetAll }),
    changes.onConnected((connected) => {
      if (!connected) feedLostAt = clock.now().getTime()
    }),
  ]

  return {
    peek: (installationId) => entries.get(installationId),
    mayServe,
    get(installationId) {
      const entry = entries.get(installationId)
      if (entry && mayServe(entry)) return Promise.resolve(entry)
      return loads.get(installationId)?.result ?? load(installationId)
    },
    get size() {
      return entries.size
    },
    get bytes() {
      return bytes
    },
    get hasRoom() {
      return bytes < maxBytes / 2
    },
    close() {
      for (const off of unsubscribe) off()
    },
  }
}
