import { access, furtherAccess } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { decideAccess } from '../../domain/accounts/access.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { placeSpans } from '../../domain/trace/place-spans.ts'
import { buildTimeline, type StepView, type Timeline } from '../../domain/trace/timeline.ts'
import { parseTraceReference } from '../../domain/trace/trace-reference.ts'
import {
  attemptStep,
  callStep,
  eventStep,
  hookStep,
  spanStep,
  type TraceStep,
  tenantCallStep,
} from '../../domain/trace/trace-step.ts'
import { withPrefix } from '../../lib/ids.ts'
import type { Db } from '../../store/database/database.ts'
import {
  attemptsOfEvents,
  callsOfTrace,
  eventsOfTrace,
  hooksOfTrace,
  linesOfTrace,
  mostTraceRecords,
  ownersOfInstallations,
  type TraceOwner,
  tenantCallsOfTrace,
  traceIdOfRecord,
} from '../../store/trace/trace-records.ts'
import { spansOfTrace } from '../../store/trace/trace-spans.ts'
import type { Platform } from '../platform/platform.ts'

export interface ReadTrace extends Timeline {
  traceId: string
  /** More records belong to the trace than are read. */
  cut: boolean
}

/** An application may write about a request some time after it answered, and clocks differ. */
const LINES_BEFORE_MS = 1_000
const LINES_AFTER_MS = 10_000
const MAX_WINDOWS = 20

/**
 * Gathers what is recorded anyway under one trace. Customers see their own steps, operators those steps without paths of the policy
 * system, publishers the steps of their applications without customer or payload, and the lines their containers wrote. A trace without a visible step does not exist for the caller.
 */
export async function readTrace(platform: Pick<Platform, 'db'>, named: string, caller: Caller): Promise<ReadTrace> {
  const reference = parseTraceReference(named)
  const traceId = reference === undefined ? null : await traceIdOfRecord(platform.db, reference)
  if (traceId === null) throw noTrace()
  const { steps: recorded, cut: isCut } = await stepsOf(platform.db, traceId)
  const installationIds = [...new Set(recorded.map((step) => step.installationId))]
  const owners = new Map(
    (await ownersOfInstallations(platform.db, installationIds)).map((owner) => [owner.installationId, owner]),
  )
  const listingIds = [...new Set([...owners.values()].map(({ listingId }) => listingId))]
  const { spans, cut: isSpanCut } = await spansOfTrace(platform.db, traceId, { listingIds, each: mostTraceRecords })
  const steps = [...recorded, ...spanSteps(caller, spans, owners)]
  const cut = isCut || isSpanCut
  const viewOf = (installationId: string) => {
    const owner = owners.get(installationId)
    return { view: stepView(caller, owner), listingId: owner?.listingId ?? null }
  }
  const lines = await linesOfTrace(platform.db, traceId, windowsOf(caller, steps, owners))
  const timeline = buildTimeline(steps, lines, viewOf)
  if (timeline === undefined) throw noTrace()
  return { traceId, cut, ...timeline }
}

/** Steps that no other record holds, as far as the caller may see them. */
function spanSteps(
  caller: Caller,
  spans: Awaited<ReturnType<typeof spansOfTrace>>['spans'],
  owners: ReadonlyMap<string, TraceOwner>,
): TraceStep[] {
  return placeSpans(spans, [...owners.values()]).flatMap(({ span, installationId, forCustomers }) => {
    const owner = owners.get(installationId)
    if (owner === undefined || (!forCustomers && stepView(caller, owner) !== 'publisher')) return []
    return [spanStep({ ...span, installationId }, mayReadOutput(caller, owner))]
  })
}

function mayReadOutput(caller: Caller, { publisherId }: TraceOwner): boolean {
  return decideAccess(access.listListingLogs, caller, { organizationId: publisherId }) === 'allowed'
}

function noTrace(): Failure {
  return new Failure(
    'not_found',
    'There is no such trace, or nothing of it is yours any more. Records are kept for a limited time.',
  )
}

async function stepsOf(db: Db, traceId: string): Promise<{ steps: TraceStep[]; cut: boolean }> {
  const [events, calls, tenantCalls, hooks] = await Promise.all([
    eventsOfTrace(db, traceId),
    callsOfTrace(db, traceId),
    tenantCallsOfTrace(db, traceId),
    hooksOfTrace(db, traceId),
  ])
  const attempts = await attemptsOfEvents(
    db,
    events.map((event) => event.eventId),
  )
  const installationOf = new Map(events.map((event) => [event.eventId, event.installationId]))
  const steps = [
    ...events.map(eventStep),
    ...attempts.map((attempt) => {
      const installationId = installationOf.get(attempt.eventId) ?? ''
      return attemptStep({ id: withPrefix('dlv', attempt.eventId), installationId }, attempt)
    }),
    ...calls.map(callStep),
    ...tenantCalls.map(tenantCallStep),
    ...hooks.map(hookStep),
  ]
  const cut = [events, attempts, calls, tenantCalls, hooks].some((rows) => rows.length >= mostTraceRecords)
  return { steps, cut }
}

function stepView(caller: Caller, owner: TraceOwner | undefined): StepView {
  if (owner === undefined) return 'hidden'
  const { organizationId, test, publisherId } = owner
  const subject = { organizationId, test }
  if (decideAccess(access.getInstallation, caller, subject) === 'allowed')
    return decideAccess(furtherAccess.readTenantPaths, caller, subject) === 'allowed' ? 'customer' : 'platform'
  const asPublisher = decideAccess(furtherAccess.readStepsOfApp, caller, { organizationId: publisherId })
  return asPublisher === 'allowed' ? 'publisher' : 'hidden'
}

/** Container output belongs to the publisher alone, so lines are looked for only where the caller may read the output itself. */
function windowsOf(caller: Caller, steps: readonly TraceStep[], owners: ReadonlyMap<string, TraceOwner>) {
  return steps
    .flatMap((step) => {
      const owner = owners.get(step.installationId)
      if (owner === undefined || step.requestId === null || step.kind === 'tenantCall') return []
      if (!mayReadOutput(caller, owner)) return []
      const begun = step.startedAt.getTime()
      const from = new Date(begun - LINES_BEFORE_MS)
      const to = new Date(begun + (step.durationMs ?? 0) + LINES_AFTER_MS)
      return [{ listingId: owner.listingId, from, to, requestId: step.requestId }]
    })
    .slice(0, MAX_WINDOWS)
}
