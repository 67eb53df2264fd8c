import { operations } from '@mkt/contract/api'
import { codes } from '@mkt/contract/errors'
import { type Generator, generatedBy, table } from './generator.ts'

function makeErrors(): string {
  const users = new Map<string, string[]>()
  for (const [id, { errors }] of Object.entries(operations)) {
    for (const code of errors) users.set(code, [...(users.get(code) ?? []), id])
  }
  const rows = Object.entries(codes)
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([code, { status, title }]) => [`\`${code}\``, String(status), title, (users.get(code) ?? []).join(', ')])
  return [
    generatedBy,
    '# Errors',
    '',
    'Every refusal is `application/problem+json` with one of these codes. A code is never renamed; the `detail` of an',
    'answer says what happened, to which thing, and what to do next. `problems[]` names the fields at fault.',
    '',
    table(['code', 'status', 'meaning', 'operations'], rows),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/errors.md', make: makeErrors }]
