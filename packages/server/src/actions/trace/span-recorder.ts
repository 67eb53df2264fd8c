import { limits } from '@mkt/contract/limits'
import type { ReportedSpan } from '../../lib/otlp/read-spans.ts'
import { createDelayedFlush } from '../../lib/schedule/delayed-flush.ts'
import { releaseById } from '../../store/release/releases.ts'
import { insertTraceSpans, listingsOfInstallations, pruneListingSpans } from '../../store/trace/trace-spans.ts'
import { createOutputMasks, type MaskedRelease } from '../installation/output-mask.ts'
import type { Platform } from '../platform/platform.ts'

const MAX_WAITING = 5_000
const BATCH = 500
const AFTER_MS = 1_000
const LONGEST_NAME = 200
/** How many rows an application writes until its oldest are removed. */
const PRUNE_AFTER = limits.spansPerApp.value / 10

export interface TracedRead {
  installationId: string
  traceId: string
  at: Date
  durationMs: number
}

/** Keeps the steps of traces that no other record holds, in batches. Nobody waits for it; under pressure steps are dropped. */
export interface SpanRecorder {
  addRead(read: TracedRead): void
  /** Spans that the containers of a release reported. */
  addSpans(releaseId: string, spans: readonly ReportedSpan[]): void
  readonly dropped: number
  flush(): Promise<void>
  stop(): Promise<void>
}

export function createSpanRecorder(platform: Pick<Platform, 'db' | 'vault' | 'log'>): SpanRecorder {
  const { db, log } = platform
  const masks = createOutputMasks(platform)
  const written = new Map<string, number>()
  const reads: TracedRead[] = []
  const spans: { releaseId: string; span: ReportedSpan }[] = []
  let dropped = 0
  const notKept = (error: unknown) => log.warn({ err: error }, 'Steps of traces could not be kept')

  async function writeReads(): Promise<void> {
    const batch = reads.splice(0, BATCH)
    const listings = await listingsOfInstallations(db, [...new Set(batch.map((read) => read.installationId))])
    const rows = batch.flatMap(({ installationId, traceId, at, durationMs }) => {
      const listingId = listings.get(installationId)
      if (listingId === undefined) return []
      const what = { kind: 'stateRead', name: 'State read', failed: false } as const
      return [{ traceId, ...what, listingId, installationId, at, durationMs }]
    })
    await insertTraceSpans(db, rows)
    await prune(rows.map((row) => row.listingId))
  }

  /** One container serves many customers, so names are masked like its output. */
  async function writeSpansOf(releaseId: string, own: readonly ReportedSpan[]): Promise<void> {
    const release = await maskedRelease(releaseId)
    if (release === undefined) return
    const hide = await masks(release)
    const rows = own.map((span) => ({
      traceId: span.traceId,
      kind: 'span' as const,
      listingId: release.listingId,
      installationId: null,
      name: hide(span.name, LONGEST_NAME),
      at: new Date(span.startMs),
      durationMs: Math.min(Math.round(span.endMs - span.startMs), 2 ** 31 - 1),
      failed: span.failed,
    }))
    await insertTraceSpans(db, rows)
    await prune(rows.map((row) => row.listingId))
  }

  async function writeSpans(): Promise<void> {
    const byRelease = Map.groupBy(spans.splice(0, BATCH), ({ releaseId }) => releaseId)
    for (const [releaseId, own] of byRelease) {
      const reported = own.map(({ span }) => span)
      // A failed write for one release must not lose the spans of others.
      await writeSpansOf(releaseId, reported).catch((error: unknown) => {
        dropped += own.length
        notKept(error)
      })
    }
  }

  async function maskedRelease(releaseId: string): Promise<MaskedRelease | undefined> {
    const release = await releaseById(db, releaseId)
    return release && { releaseId, listingId: release.listingId, organizationId: release.organizationId }
  }

  async function prune(listingIds: readonly string[]): Promise<void> {
    for (const id of listingIds) written.set(id, (written.get(id) ?? 0) + 1)
    for (const [id, count] of written) {
      if (count < PRUNE_AFTER) continue
      written.delete(id)
      await pruneListingSpans(db, id, limits.spansPerApp.value)
    }
  }

  async function write(): Promise<void> {
    try {
      while (reads.length > 0) await writeReads()
      while (spans.length > 0) await writeSpans()
    } finally {
      if (reads.length > 0 || spans.length > 0) flushing.noted()
    }
  }

  const flushing = createDelayedFlush(write, AFTER_MS, notKept)
  return {
    addRead(read) {
      if (reads.length >= MAX_WAITING) dropped += 1
      else reads.push(read)
      flushing.noted()
    },
    addSpans(releaseId, more) {
      const room = Math.max(0, MAX_WAITING - spans.length)
      dropped += Math.max(0, more.length - room)
      for (const span of more.slice(0, room)) spans.push({ releaseId, span })
      flushing.noted()
    },
    get dropped() {
      return dropped
    },
    flush: () => flushing.flush(),
    stop: () => flushing.stop(),
  }
}
