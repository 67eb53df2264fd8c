export const stepKinds = ['event', 'attempt', 'hook', 'call', 'tenantCall', 'stateRead', 'span', 'log'] as const
export type StepKind = (typeof stepKinds)[number]

/** One thing that happened in a trace, with what is recorded of it. */
export interface TraceStep {
  kind: StepKind
  /** The id of the record; of an attempt that of its delivery. */
  id: string
  installationId: string
  startedAt: Date
  /** Null where no duration is recorded. */
  durationMs: number | null
  failed: boolean
  /** The event in one line. */
  title: string
  status: number | null
  /** What went wrong, as a code. */
  code: string | null
  requestId: string | null
  /** The step that only a customer may read in full. */
  withheld: { title: string; code: string | null }
}

type Shown = Omit<TraceStep, 'withheld'>
const sameForAll = (step: Shown): TraceStep => ({ ...step, withheld: { title: step.title, code: step.code } })

interface Answered {
  status: number
  code: string | null
  durationMs: number
  /** When it was over. */
  at: Date
}
const startOf = ({ at, durationMs }: Answered) => new Date(at.getTime() - durationMs)
const failedAnswer = ({ status, code }: Answered) => code !== null || status >= 400
const answerWords = ({ status, code }: Answered) =>
  code === null ? `answered ${status}` : `answered ${status} ${code}`

interface EventFacts {
  eventId: string
  installationId: string
  receivedAt: Date
  type: string | null
  path: string
  state: string
  reason: string | null
}

/** Where an event stands, inside a sentence. */
const stateWords: Record<string, string> = {
  WAITING: 'waiting',
  DELIVERED: 'delivered',
  DEAD: 'a dead letter',
  PAUSED: 'paused',
}

export function eventStep(event: EventFacts): TraceStep {
  return sameForAll({
    kind: 'event',
    id: event.eventId,
    installationId: event.installationId,
    startedAt: event.receivedAt,
    durationMs: null,
    failed: event.state === 'DEAD',
    title: `Event ${event.type ?? 'without a type'} accepted at ${event.path}, now ${stateWords[event.state] ?? event.state}`,
    status: 202,
    code: event.reason,
    requestId: null,
  })
}

interface AttemptFacts {
  at: Date
  number: number
  durationMs: number
  status: number | null
  error: string | null
  probe: boolean
}

export function attemptStep(delivery: { id: string; installationId: string }, attempt: AttemptFacts): TraceStep {
  const code = attempt.error?.split(':')[0] ?? null
  const name = `${attempt.probe ? 'Probe' : 'Attempt'} ${attempt.number}`
  const words = attempt.status === null ? 'got no answer' : `answered ${attempt.status}`
  const told = attempt.error === null ? '' : `: ${attempt.error}`
  return {
    kind: 'attempt',
    id: delivery.id,
    installationId: delivery.installationId,
    startedAt: attempt.at,
    durationMs: attempt.durationMs,
    failed: attempt.status === null || attempt.status >= 300,
    title: `${name} ${words}${told}`,
    status: attempt.status,
    code,
    requestId: `${delivery.id}-${attempt.number}`,
    withheld: { title: `${name} ${words}`, code },
  }
}

interface CallFacts extends Answered {
  id: string
  installationId: string
  kind: string
  method: string
  path: string
  requestId: string
  fallback: string | null
}

export function callStep(call: CallFacts): TraceStep {
  const fallback = call.fallback === null ? '' : `, the policy system got a fallback (${call.fallback})`
  return sameForAll({
    kind: 'call',
    id: call.id,
    installationId: call.installationId,
    startedAt: startOf(call),
    durationMs: call.durationMs,
    failed: failedAnswer(call) || call.fallback !== null,
    title: `${call.kind} ${call.method} ${call.path} ${answerWords(call)}${fallback}`,
    status: call.status,
    code: call.code,
    requestId: call.requestId,
  })
}

/** A path in a policy system may name a policy or an account, so the publisher does not see it. */
export function tenantCallStep(call: Omit<CallFacts, 'kind' | 'fallback'>): TraceStep {
  return {
    kind: 'tenantCall',
    id: call.id,
    installationId: call.installationId,
    startedAt: startOf(call),
    durationMs: call.durationMs,
    failed: failedAnswer(call),
    title: `${call.method} ${call.path} ${answerWords(call)}`,
    status: call.status,
    code: call.code,
    requestId: call.requestId,
    withheld: { title: `${call.method} to the policy system ${answerWords(call)}`, code: call.code },
  }
}

interface HookFacts {
  id: string
  installationId: string
  at: Date
  level: string
  message: string
  details: Record<string, unknown>
}

export function hookStep({ id, installationId, at, level, message, details }: HookFacts): TraceStep {
  const durationMs = typeof details.durationMs === 'number' ? details.durationMs : 0
  const status = typeof details.status === 'number' ? details.status : null
  const words = status === null ? 'got no answer' : `answered ${status}`
  return {
    kind: 'hook',
    id,
    installationId,
    startedAt: new Date(at.getTime() - durationMs),
    durationMs,
    failed: level !== 'info',
    title: message,
    status,
    code: null,
    requestId: typeof details.requestId === 'string' ? details.requestId : null,
    withheld: { title: `The "${String(details.hook)}" hook ${words}`, code: null },
  }
}

interface SpanFacts {
  id: string
  installationId: string
  kind: 'stateRead' | 'span'
  name: string
  at: Date
  durationMs: number
  failed: boolean
}

/**
 * A read of state, or a step that the application reported itself. What it calls its step belongs to the publisher, like its output: a
 * customer sees that there was one, and how long it took.
 */
export function spanStep(span: SpanFacts, mayReadOutput: boolean): TraceStep {
  const { id, installationId, kind, at, durationMs, failed } = span
  const title = kind === 'stateRead' || mayReadOutput ? span.name : 'Step of the app'
  const facts = { kind, id, installationId, startedAt: at, durationMs, failed, title }
  return sameForAll({ ...facts, status: null, code: null, requestId: null })
}
