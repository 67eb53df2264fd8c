import type { FailureCode } from '@mkt/contract/errors'
import type { RelayedExchange, RelayParts } from './parts.ts'

/** Notes what became of a request to the policy system: how it went, never what it carried. */
export function recordTenantCall(
  parts: Pick<RelayParts, 'calls' | 'clock' | 'locators'>,
  relayed: RelayedExchange,
  result: { status: number; code: FailureCode | null; requestSize: number; answerSize: number },
): void {
  const { exchange, route, id, trace, target, startedAt, releaseId } = relayed
  const mark = target.indexOf('?')
  const path = (mark < 0 ? target : target.slice(0, mark)).slice(0, 500)
  const { organizationId, installationId, variant } = route
  parts.calls.record({
    id: `tcl_${id}`,
    installationId,
    organizationId,
    listingId: route.listingId,
    releaseId,
    method: exchange.method.slice(0, 20),
    path,
    at: parts.clock.now(),
    durationMs: Math.round(performance.now() - startedAt),
    requestId: `req_${id}`,
    traceId: trace.traceId,
    trace,
    ...result,
  })
  parts.locators?.note({ entryId: `tcl_${id}`, organizationId, installationId, variant, of: { path } })
}
