import { RefusedError } from '@mkt/contract/client'
import { OciError } from '@mkt/oci'
import { CommanderError } from 'commander'
import { Abort } from './abort.ts'
import { fixes } from './fixes.ts'
import { isNetworkError } from './services/network-error.ts'

export interface Explained {
  exit: 1 | 2 | 70
  error: { code: string; message: string; fix: string | null; requestId: string | null }
  /** Lines about single fields, for people. */
  details: string[]
  extra: Record<string, unknown>
}

/** Says what a thrown thing means to the user: something to mend (1, 2), or a bug of ours (70). */
export function explainFailure(error: unknown): Explained {
  if (error instanceof Abort) {
    const { code, message, fix, requestId, exit, extra } = error
    return { exit, error: { code, message, fix, requestId }, details: [], extra }
  }
  if (error instanceof CommanderError) {
    const message = error.code === 'commander.help' ? 'No command was given.' : error.message.replace(/^error: /, '')
    return plain(2, 'usage', message, 'Add --help to see what the command takes.')
  }
  if (error instanceof RefusedError) return refused(error)
  if (error instanceof OciError) return plain(1, error.code, sentence(error.message), fixes[error.code] ?? null)
  if (isNetworkError(error)) return plain(1, 'platform_unreachable', reason(error), fixes.platform_unreachable ?? null)
  if (isFileTrouble(error))
    return plain(1, 'file_trouble', sentence(error.message), 'Check the path and its permissions.')
  const message = error instanceof Error ? error.message : String(error)
  return plain(70, 'bug', `Something went wrong inside mkt: ${message}`, 'Please report it with the lines above.')
}

function plain(exit: 1 | 2 | 70, code: string, message: string, fix: string | null): Explained {
  return { exit, error: { code, message, fix, requestId: null }, details: [], extra: {} }
}

function refused(error: RefusedError): Explained {
  const { code, message, requestId, problems, body } = error
  const extra: Record<string, unknown> = {}
  if (problems.length > 0) extra.problems = problems
  for (const name of ['existing', 'next']) if (body[name] !== undefined) extra[name] = body[name]
  const fix = typeof body.next === 'string' ? `The next version would be ${body.next}.` : (fixes[code] ?? null)
  const details = problems.map((problem) => `${problem.pointer || '/'}: ${problem.message} (${problem.rule})`)
  return { exit: 1, error: { code, message, fix, requestId }, details, extra }
}

function reason(error: Error): string {
  let last: Error = error
  while (last.cause instanceof Error) last = last.cause
  const inner = last instanceof AggregateError ? ((last.errors[0] as Error | undefined) ?? last) : last
  return `The platform cannot be reached: ${inner.message}.`
}

function isFileTrouble(error: unknown): error is NodeJS.ErrnoException {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException
  return error instanceof Error && typeof code === 'string' && /^E[A-Z]+$/.test(code) && path !== undefined
}

function sentence(text: string): string {
  // An address stays as it is written.
  const upper = /^\w+:\/\//.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(upper) ? upper : `${upper}.`
}
