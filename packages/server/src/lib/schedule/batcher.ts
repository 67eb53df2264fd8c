import { setTimeout as sleep } from 'node:timers/promises'

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
  let waiting: Waiting<Item, Result>[] = []
  let writing = 0
  let inFlight = 0
  let idle: PromiseWithResolvers<void> | undefined

  function takeBatch(): Waiting<Item, Result>[] {
    let bytes = 0
    let count = 0
    for (const { item } of waiting) {
      bytes += options.sizeOf(item)
      if (count > 0 && (count >= options.maxItems || bytes > options.maxBytes)) break
      count += 1
    }
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return batch
  }

  async function pump(): Promise<void> {
    if (writing >= options.parallel || waiting.length === 0) return
    writing += 1
    let batch: Waiting<Item, Result>[] = []
    try {
      // Whatever arrives meanwhile still joins this batch.
      if (options.gatherMs === undefined) await new Promise((resolve) => setImmediate(resolve))
      else if (waiting.length < options.maxItems) await sleep(options.gatherMs)
      batch = takeBatch()
      inFlight += batch.length
      if (batch.length > 0) {
        const results = await options.write(batch.map((entry) => entry.item))
        for (const [index, entry] of batch.entries()) entry.settle.resolve(results[index] as Result)
      }
    } catch (error) {
      for (const entry of batch.length > 0 ? batch : waiting.splice(0)) entry.settle.reject(error)
    }
    inFlight -= batch.length
    writing -= 1
    if (waiting.length > 0) void pump()
    else if (writing === 0) idle?.resolve()
  }

  return {
    add(item) {
      const settle = Promise.withResolvers<Result>()
      waiting.push({ item, settle })
      void pump()
      return settle.promise
    },
    get size() {
      return waiting.length + inFlight
    },
    async drain() {
      if (waiting.length === 0 && writing === 0) return
      idle ??= Promise.withResolvers<void>()
      await idle.promise
      idle = undefined
    },
  }
}
