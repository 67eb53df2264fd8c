import { setTimeout as sleep } from 'node:timers/promises'
import { Turns } from '../sharing/turns.ts'

/**
 * Gathers single items into batches that are written together. An item waits only while as many batches are being written as
 * may be: at rest it is written at once and alone, under load batches grow by themselves, so no timer is needed
 * where it is not asked for.
 */
export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>
  /** Items waiting or being written. */
  readonly size: number
  /** Resolves when everything added so far has been written or has failed. */
  drain(): Promise<void>
}

export interface BatcherOptions<Item, Result> {
  /** Writes a batch and gives one result per item, in order. When it fails, every item of the batch fails. */
  write(items: Item[]): Promise<Result[]>
  maxItems: number
  maxBytes: number
  sizeOf(item: Item): number
  /** Whose item it is, the widest party first: parties take turns. Without it items are written in the order they came in. */
  partyOf?(item: Item): readonly string[]
  /** Batches being written at the same time. */
  parallel: number
  /** How long an item waits for others, in milliseconds; without it, until the end of this turn of the event loop. */
  gatherMs?: number
}

interface Waiting<Item, Result> {
  item: Item
  settle: PromiseWithResolvers<Result>
}

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const waiting = new Turns<Waiting<Item, Result>>()
  let writing = 0
  let inFlight = 0
  let idle: PromiseWithResolvers<void> | undefined

  function fill(batch: Waiting<Item, Result>[]): void {
    let bytes = 0
    for (let first = waiting.first(); first !== undefined; first = waiting.first()) {
      bytes += options.sizeOf(first.item)
      if (batch.length > 0 && (batch.length >= options.maxItems || bytes > options.maxBytes)) break
      batch.push(first)
      waiting.shift()
    }
  }

  async function pump(): Promise<void> {
    if (writing >= options.parallel || waiting.size === 0) return
    writing += 1
    const batch: Waiting<Item, Result>[] = []
    let taken = 0
    try {
      // Whatever arrives meanwhile still joins this batch.
      if (options.gatherMs === undefined) await new Promise((resolve) => setImmediate(resolve))
      else if (waiting.size < options.maxItems) await sleep(options.gatherMs)
      fill(batch)
      taken = batch.length
      inFlight += taken
      if (taken > 0) {
        const results = await options.write(batch.map((entry) => entry.item))
        for (const [index, entry] of batch.entries()) entry.settle.resolve(results[index] as Result)
      }
    } catch (error) {
      // Without a batch there is nobody else to tell.
      if (taken === 0) for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) batch.push(one)
      for (const entry of batch) entry.settle.reject(error)
    }
    inFlight -= taken
    writing -= 1
    if (waiting.size > 0) void pump()
    else if (writing === 0) idle?.resolve()
  }

  return {
    add(item) {
      const settle = Promise.withResolvers<Result>()
      waiting.push({ item, settle }, options.partyOf?.(item))
      void pump()
      return settle.promise
    },
    get size() {
      return waiting.size + inFlight
    },
    async drain() {
      if (waiting.size === 0 && writing === 0) return
      idle ??= Promise.withResolvers<void>()
      await idle.promise
      idle = undefined
    },
  }
}
