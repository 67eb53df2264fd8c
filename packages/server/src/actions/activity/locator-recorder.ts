import { setTimeout as delay, setImmediate as yieldToOthers } from 'node:timers/promises'
import { limits } from '@mkt/contract/limits'
import { type FoundLocator, locatorsOfBody, locatorsOfPath } from '../../domain/activity/locators.ts'
import type { Log } from '../../lib/log.ts'
import { type ActivityLocator, insertLocators } from '../../store/activity/activity-locators.ts'
import type { Pool } from '../../store/database/pool.ts'

/** An event, call or tenant call whose locators will be indexed: by its body, or by its path. */
export interface LocatedEntry {
  entryId: string
  organizationId: string
  installationId: string
  variant: 'connected' | 'enterprise'
  of: { body: Buffer } | { path: string }
}

/**
 * Indexes which policies entries concern, after they were answered: nobody waits for it. Bodies are read one at a time with room for
 * others in between; what was read is small and waits for a database that is away. What is too much to hold is dropped and counted:
 * the entry itself is kept elsewhere, only finding it by locator is lost.
 */
export interface LocatorRecorder {
  note(entry: LocatedEntry): void
  readonly dropped: number
  drain(): Promise<void>
}

const usual = {
  /** Told of installations whose entries can be found now. */
  written: (_installationId: string): void => {},
  /** A larger body is not read. */
  bodyBytes: limits.fieldBody.value,
  /** Bodies that may wait to be read. */
  waitingBytes: 16 * 1024 * 1024,
  /** Entries that may wait to be read, and rows that may wait for the database. */
  waiting: 20_000,
  batch: 500,
  retryMs: 1_000,
  drainMs: 5_000,
}

export function createLocatorRecorder(pool: Pool, log: Log, change: Partial<typeof usual> = {}): LocatorRecorder {
  const most = { ...usual, ...change }
  let unread: LocatedEntry[] = []
  let unreadBytes = 0
  let rows: ActivityLocator[] = []
  let working: Promise<void> | undefined
  let dropped = 0
  let ending = false

  function drop(reason: string): void {
    if (dropped === 0) log.warn({ reason }, 'Entries of the locator index are dropped')
    dropped += 1
  }

  async function work(): Promise<void> {
    try {
      while (unread.length > 0 || rows.length > 0) {
        await read()
        if (rows.length > 0) await write()
      }
    } catch (error) {
      log.error({ error }, 'Indexing locators failed by a bug')
    } finally {
      working = undefined
    }
  }

  async function read(): Promise<void> {
    const batch = unread.slice(0, most.batch)
    unread = unread.slice(batch.length)
    for (const entry of batch) {
      await yieldToOthers()
      unreadBytes -= sizeOf(entry)
      if (rows.length >= most.waiting) drop('too many rows wait for the database')
      else rows.push(...rowsOf(entry))
    }
  }

  async function write(): Promise<void> {
    const some = rows.slice(0, most.batch)
    try {
      await insertLocators(pool, some)
      rows = rows.slice(some.length)
      for (const id of new Set(some.map((row) => row.installationId))) most.written(id)
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'The locator index could not be written; trying again')
      await delay(most.retryMs, undefined, { ref: !ending })
    }
  }

  return {
    note(entry) {
      const size = sizeOf(entry)
      if (size > most.bodyBytes) return drop('a body is too large to be read')
      if (unreadBytes + size > most.waitingBytes || unread.length >= most.waiting)
        return drop('too much waits to be read')
      unread.push(entry)
      unreadBytes += size
      working ??= work()
    },
    get dropped() {
      return dropped
    },
    async drain() {
      ending = true
      await Promise.race([working, delay(most.drainMs, undefined, { ref: false })])
      if (rows.length > 0) log.warn({ rows: rows.length }, 'Rows of the locator index were lost: the database is away')
    },
  }
}

function sizeOf({ of }: LocatedEntry): number {
  return 'body' in of ? of.body.length : of.path.length
}

function rowsOf({ of, variant, ...facts }: LocatedEntry): ActivityLocator[] {
  const found: FoundLocator[] = 'body' in of ? locatorsOfBody(variant, of.body) : locatorsOfPath(variant, of.path)
  return found.map((locator) => ({ ...facts, ...locator }))
}
