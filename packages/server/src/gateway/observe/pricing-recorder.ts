import { setTimeout as delay, setImmediate as yieldToOthers } from 'node:timers/promises'
import { pricesOf } from '../../domain/pricing/read-prices.ts'
import { briefly, type Log } from '../../lib/log.ts'
import { createHalfShare } from '../../lib/sharing/half-share.ts'
import { Turns } from '../../lib/sharing/turns.ts'
import type { Pool } from '../../store/database/pool.ts'
import { insertPricings, type NewPricing } from '../../store/pricing/pricings.ts'
import type { HeldCall } from './held-call.ts'
import { readLargeBodies } from './large-bodies.ts'

/**
 * Keeps what raters charged, beside the calls: no call waits for it. Bodies are read soon, one at a time with room for
 * others in between, installations in turns; what was read is small and waits for a database that is away. What is too much to hold is dropped and
 * counted: one installation holds at most half.
 */
export interface PricingRecorder {
  observe(call: HeldCall): void
  readonly dropped: number
  drain(): Promise<void>
}

/** A row has tens of premiums; those of a hostile answer have thousands. */
const limits = {
  bytes: 64 * 1024 * 1024,
  premiums: 1_000_000,
  rows: 50_000,
  batch: 200,
  retryMs: 1_000,
  drainMs: 5_000,
}

export function createPricingRecorder(pool: Pool, log: Log, change: Partial<typeof limits> = {}): PricingRecorder {
  const { bytes: mostBytes, premiums: mostPremiums, rows: mostRows, batch, retryMs, drainMs } = { ...limits, ...change }
  const unread = new Turns<HeldCall>()
  const unreadBytes = createHalfShare(mostBytes)
  const rowShare = createHalfShare(mostRows)
  const premiumShare = createHalfShare(mostPremiums)
  let rows: NewPricing[] = []
  let working: Promise<void> | undefined
  let dropped = 0
  let ending = false

  function drop(reason: string): void {
    if (dropped === 0) log.warn({ reason }, 'Rows of the pricing record are dropped')
    dropped += 1
  }

  function keep(row: NewPricing): void {
    const { installationId, perils } = row
    if (!rowShare.take(installationId)) drop('too many rows wait for the database')
    else if (premiumShare.take(installationId, perils.length)) rows.push(row)
    else {
      rowShare.give(installationId)
      drop('too many premiums wait for the database')
    }
  }

  /** Answers are hostile: one that cannot be read costs its own row. */
  async function read(call: HeldCall): Promise<void> {
    try {
      keep(await rowOf(call))
    } catch (error) {
      log.error({ error, installationId: call.route.installationId }, 'A row of the pricing record could not be made')
      drop('a call could not be read')
    }
  }

  async function work(): Promise<void> {
    while (unread.size > 0 || rows.length > 0) {
      await yieldToOthers()
      const call = unread.shift()
      if (call !== undefined) {
        await read(call)
        unreadBytes.give(call.route.installationId, sizeOf(call))
        if (rows.length < batch && unread.size > 0) continue
      }
      await write()
    }
    working = undefined
  }

  async function write(): Promise<void> {
    const some = rows.slice(0, batch)
    try {
      await insertPricings(pool, some)
      rows = rows.slice(some.length)
      for (const { installationId, perils } of some) {
        rowShare.give(installationId)
        premiumShare.give(installationId, perils.length)
      }
    } catch (error) {
      log.warn(briefly(error), 'The pricing record could not be written; trying again')
      // Bodies are read on while the database is away: only rows may wait.
      if (unread.size === 0) await delay(retryMs, undefined, { ref: !ending })
    }
  }

  return {
    observe(call) {
      if (call.kind !== 'rater') return
      const { installationId } = call.route
      if (!unreadBytes.take(installationId, sizeOf(call))) return drop('too many bytes wait to be read')
      unread.push(call, [installationId])
      working ??= work().catch((error: unknown) => {
        log.error({ error }, 'The pricing record met a bug')
        working = undefined
      })
    },
    get dropped() {
      return dropped
    },
    async drain() {
      ending = true
      await Promise.race([working, delay(drainMs, undefined, { ref: false })])
      if (rows.length > 0)
        log.error({ rows: rows.length }, 'Rows of the pricing record were lost: the database is away')
    },
  }
}

function sizeOf(call: HeldCall): number {
  return call.request.length + call.answer.length
}

async function rowOf(call: HeldCall): Promise<NewPricing> {
  const { route, id, at, path, status, code, fallback } = call
  const { installationId, organizationId, releaseId, version, releaseDigest, revision } = route
  const release = { releaseId, version, releaseDigest, revision }
  const facts = { id, at, installationId, organizationId, ...release, path: path.slice(0, 500), status, code, fallback }
  const { request, answer } = call
  const prices = await readLargeBodies(installationId, { ask: 'prices', request, answer })
  return { ...facts, ...(prices ?? pricesOf(undefined, undefined, new Map())) }
}
