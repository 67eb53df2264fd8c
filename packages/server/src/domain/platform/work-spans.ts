import type { Span } from '../../lib/otlp/span.ts'
import type { Trace } from './trace.ts'

const idsOf = ({ traceId, spanId, parentSpanId }: Trace) => ({ traceId, spanId, parentSpanId })

interface Took {
  startMs: number
  endMs: number
}

/** An installation that was registered in its tenant, or taken out of it. */
export function registrationSpan(
  trace: Trace,
  done: Took & { installationId: string; what: 'register' | 'unregister'; outcome: string },
): Span {
  const error = done.outcome === 'done' ? null : done.outcome
  return {
    ...idsOf(trace),
    startMs: done.startMs,
    endMs: done.endMs,
    name: `${done.what} installation`,
    kind: 'client',
    attributes: { 'mkt.installation.id': done.installationId, 'error.type': error },
    error,
  }
}

/** A release that was brought to run: from the first start of its deployment until it was healthy, or was given up. */
export function rolloutSpan(
  trace: Trace,
  done: Took & { listingId: string; releaseId: string; version: string; kind: string; failed: boolean },
): Span {
  const error = done.failed ? 'rollout_failed' : null
  return {
    ...idsOf(trace),
    startMs: done.startMs,
    endMs: done.endMs,
    name: 'rollout',
    kind: 'internal',
    attributes: {
      'mkt.listing.id': done.listingId,
      'mkt.release.id': done.releaseId,
      'mkt.release.version': done.version,
      'mkt.rollout.kind': done.kind,
      'error.type': error,
    },
    error,
  }
}

/**
 * Connections of an instance that were refused since the last look. The host is left out: an application may write into its name what
 * it was told.
 */
export function egressSpan(
  trace: Trace,
  found: Took & { deploymentId: string; port: number; refused: number; reason: string | null },
): Span {
  const error = found.reason ?? 'refused'
  return {
    ...idsOf(trace),
    startMs: found.startMs,
    endMs: found.endMs,
    name: 'egress refused',
    kind: 'client',
    attributes: {
      'mkt.deployment.id': found.deploymentId,
      'mkt.egress.refused': found.refused,
      'server.port': found.port,
      'error.type': error,
    },
    error,
  }
}

/** A read of state that belongs to a request which the application answers. */
export function stateReadSpan(
  trace: Trace,
  read: Took & { installationId: string | null; status: number; code: string | null },
): Span {
  return {
    ...idsOf(trace),
    startMs: read.startMs,
    endMs: read.endMs,
    name: 'state read',
    kind: 'server',
    attributes: {
      'mkt.installation.id': read.installationId,
      'http.request.method': 'GET',
      'http.response.status_code': read.status,
      'error.type': read.code,
    },
    error: read.code,
  }
}
