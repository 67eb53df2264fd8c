import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import { type OtlpPath, sendOtlp } from './send-otlp.ts'
import type { Resource } from './trace-request.ts'

/** Accepted and rejected records of a collector. */
export type Exported = Readonly<{ sent: number; dropped: number }>

export interface BatchExporter<Item> {
  readonly counts: Exported
  add(item: Item): void
  /** Sends what waits, once, and stops. */
  stop(): Promise<void>
}

export interface ExporterOptions {
  /** The base of the collector's addresses, for example `http://collector:4318`. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  resource: Resource
  version: string
  log: Log
  mostWaiting?: number
  batch?: number
  flushMs?: number
}

const TELL_EVERY_MS = 60_000

/**
 * Exports by OTLP over HTTP, as JSON, in the background. Adding never waits: where the queue is full or the collector does not take a
 * batch, items are dropped and counted.
 */
export function createBatchExporter<Item>(
  options: ExporterOptions,
  what: { name: string; path: OtlpPath; bodyOf(items: readonly Item[]): unknown },
): BatchExporter<Item> {
  const { log, mostWaiting = 8_192, batch = 512, flushMs = 2_000 } = options
  const counts = { sent: 0, dropped: 0 }
  let waiting: Item[] = []
  let flushing: Promise<void> | undefined
  let toldAt = Number.NEGATIVE_INFINITY

  function drop(count: number, reason: string): void {
    counts.dropped += count
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    log.warn({ dropped: counts.dropped, reason }, `${what.name} were dropped: the collector does not take them`)
  }

  /** A collector that is away costs one attempt a flush; what waited for it then is dropped. */
  async function flushAll(): Promise<void> {
    while (waiting.length > 0) {
      const items = waiting.slice(0, batch)
      waiting = waiting.slice(batch)
      const refused = await sendOtlp(options, what.path, what.bodyOf(items))
      if (refused === undefined) {
        counts.sent += items.length
      } else {
        drop(items.length + waiting.length, refused)
        waiting = []
      }
    }
  }

  function flush(): Promise<void> {
    flushing ??= flushAll().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  const failed = (error: unknown) => log.error({ error }, `Exporting failed by a bug: ${what.name}`)
  const timer = setInterval(guarded(failed, flush), flushMs)
  timer.unref()

  return {
    counts,
    add(item) {
      if (waiting.length >= mostWaiting) drop(1, 'too many waiting')
      else waiting.push(item)
    },
    async stop() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}
