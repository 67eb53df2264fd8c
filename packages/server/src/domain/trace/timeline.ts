import type { StepKind, TraceStep } from './trace-step.ts'

/**
 * Whom a step is shown to: its customer sees all that is recorded, people of the platform see nothing that names a policy or was said, and
 * the publisher of the application does not see the customer either.
 */
export type StepView = 'customer' | 'platform' | 'publisher' | 'hidden'

export interface ShownStep {
  kind: StepKind
  id: string
  at: string
  /** From the start of the trace. */
  offsetMs: number
  durationMs: number | null
  failed: boolean
  title: string
  status: number | null
  code: string | null
  requestId: string | null
  installationId: string | null
  listingId: string | null
}

export interface Timeline {
  startedAt: string
  durationMs: number
  steps: ShownStep[]
}

/** A line that the application wrote while it answered. */
export interface LogLine {
  id: string
  at: Date
  listingId: string
  stream: 'stdout' | 'stderr'
  text: string
}

/**
 * The steps that a caller may see, in the order they began, each with its distance from the first of them. Undefined where the caller
 * may see none: then there is no such trace for them.
 */
export function buildTimeline(
  steps: readonly TraceStep[],
  lines: readonly LogLine[],
  viewOf: (installationId: string) => { view: StepView; listingId: string | null },
): Timeline | undefined {
  const shown = steps.flatMap((step) => {
    const { view, listingId } = viewOf(step.installationId)
    return view === 'hidden' ? [] : [{ step, view, listingId }]
  })
  const ordered = shown.toSorted((a, b) => a.step.startedAt.getTime() - b.step.startedAt.getTime())
  const first = ordered[0]?.step.startedAt
  if (first === undefined) return undefined
  const start = Math.min(first.getTime(), ...lines.map((line) => line.at.getTime()))
  const placed = [
    ...ordered.map(({ step, view, listingId }) => show(step, view, listingId, start)),
    ...lines.map((line) => showLine(line, start)),
  ].toSorted((a, b) => a.offsetMs - b.offsetMs)
  const end = Math.max(...placed.map((step) => step.offsetMs + (step.durationMs ?? 0)))
  return { startedAt: new Date(start).toISOString(), durationMs: end, steps: placed }
}

function show(step: TraceStep, view: StepView, listingId: string | null, start: number): ShownStep {
  const { withheld, installationId, startedAt, ...facts } = step
  return {
    ...facts,
    ...(view === 'customer' ? {} : withheld),
    at: startedAt.toISOString(),
    offsetMs: startedAt.getTime() - start,
    installationId: view === 'publisher' ? null : installationId,
    listingId,
  }
}

function showLine(line: LogLine, start: number): ShownStep {
  return {
    kind: 'log',
    id: line.id,
    at: line.at.toISOString(),
    offsetMs: line.at.getTime() - start,
    durationMs: null,
    failed: line.stream === 'stderr',
    title: line.text,
    status: null,
    code: null,
    requestId: null,
    installationId: null,
    listingId: line.listingId,
  }
}
