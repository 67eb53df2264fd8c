import { type BatchExporter, createBatchExporter, type ExporterOptions } from './batch-exporter.ts'
import type { Span, SpanSink } from './span.ts'
import { traceRequest } from './trace-request.ts'

export interface SpanExporterOptions extends ExporterOptions {
  /** Whether a step is exported. */
  keeps(step: Pick<Span, 'traceId' | 'error' | 'startMs' | 'endMs'>): boolean
}

/** Exports the spans that are sampled. */
export function createSpanExporter(options: SpanExporterOptions): BatchExporter<Span> & SpanSink {
  const exporter = createBatchExporter<Span>(options, {
    name: 'Spans',
    path: '/v1/traces',
    bodyOf: (spans) => traceRequest(spans, options.resource, options.version),
  })
  return {
    ...exporter,
    wants: (step) => options.keeps(step),
    add(span, decided = false) {
      if (decided || options.keeps(span)) exporter.add(span)
    },
  }
}
