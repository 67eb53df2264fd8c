/** One step of a request's way, as it is exported. Attributes never hold a payload, key, setting, token or path. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  kind: 'internal' | 'server' | 'client'
  startMs: number
  endMs: number
  attributes: Readonly<Record<string, string | number | boolean | null>>
  /** What went wrong, as a code; null where nothing did. */
  error: string | null
}

/** Takes spans; whether one is exported is not the business of those who give them. */
export interface SpanSink {
  /** Whether a step would be exported: asked before its span is made where there are very many. */
  wants?(step: Pick<Span, 'traceId' | 'error' | 'startMs' | 'endMs'>): boolean
  /** `decided`: it was asked for already. */
  add(span: Span, decided?: boolean): void
}
