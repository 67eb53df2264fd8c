import type { Client } from '@mkt/contract/client'
import { table } from './table.ts'

type Trace = Awaited<ReturnType<Client['getTrace']>>

const kinds: Record<Trace['steps'][number]['kind'], string> = {
  event: 'event',
  attempt: 'delivery',
  hook: 'hook',
  call: 'call',
  tenantCall: 'policy system',
  stateRead: 'state',
  span: 'app',
  log: 'log',
}

/** A trace as a timeline: when each step began, how long it took, what happened; failures are marked. */
export function showTrace(trace: Trace): string[] {
  const rows = trace.steps.map((step) => [
    `+${step.offsetMs} ms`,
    step.durationMs === null ? '' : `${step.durationMs} ms`,
    kinds[step.kind],
    `${step.failed ? '! ' : ''}${step.title}`,
  ])
  const head = `Trace ${trace.traceId}, began ${trace.startedAt}, ${trace.durationMs} ms`
  const lines = table(['start', 'took', 'step', 'what happened'], rows, 'Nothing is recorded of it.')
  return [head, '', ...lines, ...(trace.cut ? ['', 'More records belong to this trace than are shown.'] : [])]
}
