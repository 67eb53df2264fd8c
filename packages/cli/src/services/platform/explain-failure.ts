import { RefusedError } from '@mkt/contract/client'
import { OciError } from '@mkt/oci'
import { CommanderError } from 'commander'
import { Abort } from '../../abort.ts'
import { fixes } from '../../fixes.ts'
import { isNetworkError, networkReason } from './network-error.ts'

export interface Explained {
  exit: 1 | 2 | 70
  error: { code: string; message: string; fix: string | null; requestId: string | null }
  /** Lines about single fields, for people. */
  details: string[]
  extra: Record<string, unknown>
}

/** Says what a thrown thing means to the user: something to fix (1, 2), or our own bug (70). */
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
  if (isNetworkError(error))
    return plain(
      1,
      'platform_unreachable',
      `The platform cannot be reached: ${networkReason(error)}.`,
      fixes.platform_unreachable ?? null,
    )
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
  const fix =
    typeof body.next === 'string'
      ? `The next version would be ${body.next}.`
      : code === 'configuration_invalid'
        ? configurationFix(problems)
        : (fixes[code] ?? null)
  const details = problems.map((problem) => `${problem.pointer || '/'}: ${problem.message} (${problem.rule})`)
  return { exit: 1, error: { code, message, fix, requestId }, details, extra }
}

/** Settings and mappings are given by different flags. */
function configurationFix(problems: readonly { pointer: string }[]): string {
  const about = (part: string) => problems.some(({ pointer }) => pointer.startsWith(part))
  const settings = about('/settings') ? ['Give the named settings with --setting name=value.'] : []
  const mappings = about('/mappings')
    ? [
        'Map the named fields with --mapping product:field=path or --mappings file; --suggest-mappings finds places by name.',
      ]
    : []
  return [...settings, ...mappings].join(' ') || 'Correct what is named.'
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
