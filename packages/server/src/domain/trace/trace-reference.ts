/** What names a trace: its own id, or one of the records in it. `part` is the part of a record's id after its prefix. */
export type TraceReference =
  | { kind: 'trace'; traceId: string }
  | { kind: 'event' | 'call' | 'tenantCall' | 'request'; part: string }

const kinds = { evt: 'event', dlv: 'event', cal: 'call', tcl: 'tenantCall', req: 'request' } as const
const RECORD = /^(evt|dlv|cal|tcl|req)_([0-9a-hjkmnp-tv-z]{26})(?:-\d{1,6})?$/

/**
 * Reads what a person can give: a trace id, a `traceparent`, the id of an event, delivery, call or tenant call, or the request id
 * that the application was given. Undefined where it is none of them.
 */
export function parseTraceReference(text: string): TraceReference | undefined {
  const traceId = /^(?:[0-9a-f]{2}-)?([0-9a-f]{32})(?:-[0-9a-f]{16}-[0-9a-f]{2})?$/.exec(text)?.[1]
  if (traceId !== undefined) return /^0+$/.test(traceId) ? undefined : { kind: 'trace', traceId }
  const [, prefix, part] = RECORD.exec(text) ?? []
  if (prefix === undefined || part === undefined) return undefined
  return { kind: kinds[prefix as keyof typeof kinds], part }
}
