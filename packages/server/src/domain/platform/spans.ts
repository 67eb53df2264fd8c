import type { Span } from '../../lib/otlp/span.ts'
import type { Trace } from './trace.ts'

type Times = { at: Date; durationMs: number }
/** Records tell when something was over. */
const ended = ({ at, durationMs }: Times) => ({ startMs: at.getTime() - durationMs, endMs: at.getTime() })
const begun = ({ at, durationMs }: Times) => ({ startMs: at.getTime(), endMs: at.getTime() + durationMs })
const idsOf = ({ traceId, spanId, parentSpanId }: Trace) => ({ traceId, spanId, parentSpanId })

interface Owner {
  installationId: string
  listingId: string
}
const ownerOf = ({ installationId, listingId }: Owner) => ({
  'mkt.installation.id': installationId,
  'mkt.listing.id': listingId,
})

/** An event that was taken in; the deliveries of it are its children. */
export function acceptSpan(trace: Trace, event: Times & Owner & { eventId: string; requestId: string }): Span {
  return {
    ...idsOf(trace),
    ...ended(event),
    name: 'accept event',
    kind: 'server',
    attributes: {
      ...ownerOf(event),
      'mkt.event.id': event.eventId,
      'mkt.request.id': event.requestId,
      'http.request.method': 'POST',
      'http.response.status_code': 202,
    },
    error: null,
  }
}

interface CallFacts extends Times, Owner {
  kind: string
  method: string
  status: number
  code: string | null
  requestId: string
  fallback: string | null
}

/** A call that was carried to an application. */
export function callSpan(trace: Trace, call: CallFacts): Span {
  return {
    ...idsOf(trace),
    ...ended(call),
    name: `${call.kind} call`,
    kind: 'server',
    attributes: {
      ...ownerOf(call),
      'mkt.request.id': call.requestId,
      'mkt.call.kind': call.kind,
      'mkt.call.fallback': call.fallback,
      'http.request.method': call.method,
      'http.response.status_code': call.status,
      'error.type': call.code,
    },
    error: call.code ?? (call.status >= 500 ? String(call.status) : null),
  }
}

/** A request of an application to its customer's policy system. */
export function tenantCallSpan(trace: Trace, call: Omit<CallFacts, 'kind' | 'fallback'>): Span {
  return {
    ...idsOf(trace),
    ...ended(call),
    name: 'tenant call',
    kind: 'client',
    attributes: {
      ...ownerOf(call),
      'mkt.request.id': call.requestId,
      'http.request.method': call.method,
      'http.response.status_code': call.status,
      'error.type': call.code,
    },
    error: call.code ?? (call.status >= 500 ? String(call.status) : null),
  }
}

interface AttemptFacts extends Times {
  eventId: string
  number: number
  status: number | null
  /** A code, and after a colon what may be the application's own words. */
  error: string | null
  state: string
}

/** One try to deliver an event. */
export function attemptSpan(trace: Trace, attempt: AttemptFacts): Span {
  const code = attempt.error?.split(':')[0] ?? null
  const failed = attempt.status === null || attempt.status >= 300
  return {
    ...idsOf(trace),
    ...begun(attempt),
    name: 'delivery attempt',
    kind: 'client',
    attributes: {
      'mkt.event.id': attempt.eventId,
      'mkt.delivery.attempt': attempt.number,
      'mkt.delivery.state': attempt.state,
      'http.request.method': 'POST',
      'http.response.status_code': attempt.status,
      'error.type': failed ? (code ?? String(attempt.status)) : null,
    },
    error: failed ? (code ?? String(attempt.status)) : null,
  }
}

interface HookFacts extends Times, Owner {
  hook: string
  requestId: string
  /** Null where no answer came. */
  status: number | null
  failed: boolean
}

/** A lifecycle hook that was sent to an application. */
export function hookSpan(trace: Trace, hook: HookFacts): Span {
  const error = hook.failed ? String(hook.status ?? 'no_answer') : null
  return {
    ...idsOf(trace),
    ...ended(hook),
    name: `${hook.hook} hook`,
    kind: 'client',
    attributes: {
      ...ownerOf(hook),
      'mkt.request.id': hook.requestId,
      'mkt.hook.name': hook.hook,
      'http.response.status_code': hook.status,
      'error.type': error,
    },
    error,
  }
}
