import { attributesOf, nanoseconds } from './trace-request.ts'

/** Numbers of the protocol (`opentelemetry/proto/logs/v1/logs.proto`). */
const severities: Readonly<Record<string, number>> = { debug: 5, info: 9, warn: 13, error: 17 }
/** Nobody reads the end of a very long value. */
const LONGEST_VALUE = 4_000

type Value = string | number | boolean

/**
 * A line of the log as a record of the protocol. It is made from the line as it was written, so that it holds what the log holds and no
 * secret; undefined for what is not a line of the log.
 */
export function logRecord(line: string): unknown {
  const parsed = parse(line)
  if (parsed === undefined) return undefined
  const { level, time, msg, traceId, err, error, ...facts } = parsed
  const at = nanoseconds(Date.parse(String(time)) || 0)
  const name = typeof level === 'string' ? level : 'info'
  return {
    timeUnixNano: at,
    observedTimeUnixNano: at,
    severityNumber: severities[name] ?? 9,
    severityText: name.toUpperCase(),
    body: { stringValue: typeof msg === 'string' ? msg : '' },
    attributes: attributesOf({ ...valuesOf(facts), ...exceptionOf(err ?? error) }),
    ...(typeof traceId === 'string' && /^[0-9a-f]{32}$/.test(traceId) ? { traceId } : {}),
  }
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(line)
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function valuesOf(facts: Readonly<Record<string, unknown>>): Record<string, Value> {
  const values: Record<string, Value> = {}
  for (const [name, value] of Object.entries(facts)) {
    if (value === null || value === undefined) continue
    if (typeof value === 'number' || typeof value === 'boolean') values[name] = value
    else values[name] = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST_VALUE)
  }
  return values
}

/** An error, by the names that the conventions give to its parts. */
function exceptionOf(found: unknown): Record<string, Value> {
  if (typeof found !== 'object' || found === null) return found === undefined ? {} : { 'exception.message': `${found}` }
  const { type, message, stack } = found as Record<string, unknown>
  return valuesOf({ 'exception.type': type, 'exception.message': message, 'exception.stacktrace': stack })
}
