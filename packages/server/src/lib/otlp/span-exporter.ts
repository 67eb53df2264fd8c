import { type BatchExporter, createBatchExporter, type ExporterOptions } from './batch-exporter.ts'
import type { Span } from './span.ts'
import { traceRequest } from './trace-request.ts'

export interface SpanExporterOptions extends ExporterOptions {
  /** Whether a span is exported. */
  keeps(span: Span): boolean
}

/** Exports the spans that are sampled. */
export function createSpanExporter(options: SpanExporterOptions): BatchExporter<Span> {
  const exporter = createBatchExporter<Span>(options, {
    name: 'Spans',
    path: '/v1/traces',
    bodyOf: (spans) => traceRequest(spans, options.resource, options.version),
  })
  return {
    ...exporter,
    add(span) {
      if (options.keeps(span)) exporter.add(span)
    },
  }
}
