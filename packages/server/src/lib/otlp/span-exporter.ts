import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import { sendOtlp } from './send-otlp.ts'
import type { Span, SpanSink } from './span.ts'
import { type Resource, traceRequest } from './trace-request.ts'

export interface SpanExporter extends SpanSink {
  readonly counts: Readonly<{ sent: number; dropped: number }>
  /** Sends what waits, once, and stops. */
  stop(): Promise<void>
}

export interface SpanExporterOptions {
  /** The base of the collector's addresses, for example `http://collector:4318`. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  resource: Resource
  version: string
  /** Whether a span is exported. */
  keeps(span: Span): boolean
  log: Log
  mostWaiting?: number
  batch?: number
  flushMs?: number
}

const TELL_EVERY_MS = 60_000

/**
 * Exports spans by OTLP over HTTP, as JSON, in the background. Adding one never waits: where the queue is full or the collector does not take a batch,
 * spans are dropped and counted.
 */
export function createSpanExporter(options: SpanExporterOptions): SpanExporter {
  const { log, keeps, mostWaiting = 8_192, batch = 512, flushMs = 2_000 } = options
  const counts = { sent: 0, dropped: 0 }
  let waiting: Span[] = []
  let flushing: Promise<void> | undefined
  let toldAt = Number.NEGATIVE_INFINITY

  function drop(count: number, reason: string): void {
    counts.dropped += count
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    log.warn({ dropped: counts.dropped, reason }, 'Spans were dropped: the collector does not take them')
  }

  /** A collector that is away costs one attempt a flush; what waited for it then is dropped. */
  async function flushAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, batch)
      waiting = waiting.slice(batch)
      const refused = await sendOtlp(options, '/v1/traces', traceRequest(spans, options.resource, options.version))
      if (refused === undefined) {
        counts.sent += spans.length
      } else {
        drop(spans.length + waiting.length, refused)
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

  const failed = (error: unknown) => log.error({ error }, 'Exporting spans failed by a bug')
  const timer = setInterval(guarded(failed, flush), flushMs)
  timer.unref()

  return {
    counts,
    add(span) {
      if (!keeps(span)) return
      if (waiting.length >= mostWaiting) drop(1, 'too many waiting')
      else waiting.push(span)
    },
    async stop() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}
