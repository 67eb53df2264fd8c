import { setTimeout as delay, setImmediate as yieldToOthers } from 'node:timers/promises'
import { limits } from '@mkt/contract/limits'
import { type FoundLocator, locatorsOfBody, locatorsOfPath } from '../../domain/activity/locators.ts'
import { briefly, type Log } from '../../lib/log.ts'
import { createHalfShare } from '../../lib/sharing/half-share.ts'
import { Turns } from '../../lib/sharing/turns.ts'
import { type ActivityLocator, insertLocators } from '../../store/activity/activity-locators.ts'
import type { Pool } from '../../store/database/pool.ts'

/** An event, call or tenant call whose locators will be indexed: by its body, by its path, or by what was found in it already. */
export interface LocatedEntry {
  entryId: string
  organizationId: string
  installationId: string
  variant: 'connected' | 'enterprise'
  of: { body: Buffer } | { path: string } | { found: readonly FoundLocator[] }
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
  /** Finds what a body names. */
  find: (variant: LocatedEntry['variant'], body: Buffer, _installationId: string): Promise<readonly FoundLocator[]> =>
    Promise.resolve(locatorsOfBody(variant, body)),
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
  const unread = new Turns<LocatedEntry>()
  const unreadShare = createHalfShare(most.waiting)
  const unreadBytes = createHalfShare(most.waitingBytes)
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
      while (unread.size > 0 || rows.length > 0) {
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
    for (let count = 0; count < most.batch; count += 1) {
      const entry = unread.shift()
      if (entry === undefined) return
      await yieldToOthers()
      unreadShare.give(entry.installationId)
      unreadBytes.give(entry.installationId, sizeOf(entry))
      if (rows.length >= most.waiting) drop('too many rows wait for the database')
      else rows.push(...(await rowsOf(entry)))
    }
  }

  async function rowsOf({ of, variant, ...facts }: LocatedEntry): Promise<ActivityLocator[]> {
    const found = await foundIn({ of, variant, ...facts })
    return found.map((locator) => ({ ...facts, ...locator }))
  }

  function foundIn({ of, variant, installationId }: LocatedEntry): Promise<readonly FoundLocator[]> {
    if ('found' in of) return Promise.resolve(of.found)
    if ('path' in of) return Promise.resolve(locatorsOfPath(variant, of.path))
    return most.find(variant, of.body, installationId)
  }

  async function write(): Promise<void> {
    const some = rows.slice(0, most.batch)
    try {
      await insertLocators(pool, some)
      rows = rows.slice(some.length)
      for (const id of new Set(some.map((row) => row.installationId))) most.written(id)
    } catch (error) {
      log.warn(briefly(error), 'The locator index could not be written; trying again')
      await delay(most.retryMs, undefined, { ref: !ending })
    }
  }

  return {
    note(entry) {
      const size = sizeOf(entry)
      if (size > most.bodyBytes) return drop('a body is too large to be read')
      const { installationId } = entry
      if (!unreadShare.take(installationId)) return drop('too many entries wait to be read')
      if (!unreadBytes.take(installationId, size)) {
        unreadShare.give(installationId)
        return drop('too much waits to be read')
      }
      unread.push(entry, [installationId])
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
  if ('found' in of) return of.found.length
  return 'body' in of ? of.body.length : of.path.length
}
