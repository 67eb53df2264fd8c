import { Failure, type FieldProblem } from '@mkt/contract/errors'
import type { z } from 'zod'
import { issueWords } from './issue-words.ts'

function pointerOf(base: string, path: readonly PropertyKey[]): string {
  return base + path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function problemsOf(issue: z.core.$ZodIssue, base: string): FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointerOf(base, [...issue.path, key]),
      rule: 'request.property.unknown',
      message: `There is no property "${key}" here. Remove it.`,
    }))
  }
  const pointer = pointerOf(base, issue.path)
  const missing = issue.input === undefined
  const rule = missing ? 'request.property.missing' : `request.${issue.code.replaceAll('_', '-')}`
  return [{ pointer, rule, message: missing ? 'This is required.' : issue.message }]
}

/** Validates one part of a request, naming everything that is wrong with it at once. */
export function parsePart(schema: z.ZodType | undefined, value: unknown, base: string): unknown {
  if (schema === undefined) {
    const empty =
      value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
    if (empty) return undefined
    if (base === '')
      throw new Failure('request_invalid', 'This operation takes no body.', {
        problems: [{ pointer: base, rule: 'request.body.unexpected', message: 'Send no body.' }],
      })
    throw new Failure('request_invalid', 'This operation takes no query parameters.', {
      problems: Object.keys(value as object).map((key) => ({
        pointer: pointerOf(base, [key]),
        rule: 'request.property.unknown',
        message: `There is no property "${key}" here. Remove it.`,
      })),
    })
  }
  // What was not sent counts as empty, so that everything missing is named; a `null` was sent.
  const absent = value === undefined && !schema.safeParse(undefined).success
  const parsed = schema.safeParse(absent ? {} : value, { reportInput: true, error: issueWords })
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, base))
  const first = problems[0]
  const more = problems.length > 1 ? ` and ${problems.length - 1} more` : ''
  throw new Failure('request_invalid', `${first?.pointer || 'The body'}: ${first?.message ?? 'is wrong.'}${more}`, {
    problems,
  })
}
