import type { RootLog } from './log.ts'

/** A line of the log about a failure, for somebody who helps: where and of which kind, never the words of the error, which may quote data. */
export interface LastError {
  time: string
  part: string | null
  message: string
  type: string | null
  code: string | null
  /** Function and line that threw. */
  place: string | null
  requestId: string | null
}

const KEPT = 20
const LONGEST = 200

/** Keeps the last lines of level `error` that this process wrote. */
export function keepLastErrors(log: Pick<RootLog, 'tap'>): { list(): LastError[]; stop(): void } {
  const kept: LastError[] = []
  const stop = log.tap((line) => {
    if (!line.includes('"level":"error"')) return
    kept.push(lastErrorOf(line))
    if (kept.length > KEPT) kept.shift()
  })
  return { list: () => [...kept], stop }
}

function lastErrorOf(line: string): LastError {
  const { time, part, msg, err, error, requestId } = JSON.parse(line) as Record<string, unknown>
  const { type, code, stack } = (err ?? error ?? {}) as Record<string, unknown>
  const frame = typeof stack === 'string' ? /^[ \t]+at (.+)$/m.exec(stack)?.[1] : undefined
  return {
    time: textOf(time) ?? '',
    part: textOf(part),
    message: textOf(msg) ?? '',
    type: textOf(type),
    code: textOf(code),
    place: textOf(frame),
    requestId: textOf(requestId),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, LONGEST) : null
}
