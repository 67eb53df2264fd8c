import type { z } from 'zod'

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formats: Record<string, string> = {
  email: 'Give an email address.',
  url: 'Give an http or https address.',
  uuid: 'Give a UUID.',
  datetime: 'Give a time like 2026-01-31T12:00:00Z.',
  date: 'Give a date like 2026-01-31.',
}

function unitOf(origin: unknown, count: unknown): string {
  const plural = count === 1 ? '' : 's'
  if (origin === 'string') return ` character${plural}`
  if (origin === 'array') return count === 1 ? ' entry' : ' entries'
  return ''
}

/** What to do about a value that its schema refuses, in words people read beside a field. Undefined leaves it to the schema. */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Fill this in.'
      return `Give at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}.`
    case 'too_big':
      return `Give at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}.`
    case 'invalid_type': {
      const kind = kinds[String(issue.expected)]
      return kind && `Give ${kind}.`
    }
    case 'invalid_value':
      return `Give ${(issue.values as unknown[]).map((value) => JSON.stringify(value)).join(' or ')}.`
    case 'invalid_format':
      return formats[String(issue.format)]
    default:
      return undefined
  }
}
