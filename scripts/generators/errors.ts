import { errorsOf, type OperationId, operations } from '@mkt/contract/api'
import { codes } from '@mkt/contract/errors'
import { type Generator, generatedBy, table } from './generator.ts'

const MAX = 30

interface Row {
  status: number
  title: string
  members?: readonly string[]
  retryAfter?: true
}

/** The operations that answer with a code; where it is most of them, only how many. */
function list(users: readonly string[], all: number): string {
  if (users.length === all) return 'every operation'
  return users.length > MAX ? `${users.length} operations` : users.join(', ')
}

function makeErrors(): string {
  const users = new Map<string, string[]>()
  const ids = Object.keys(operations) as OperationId[]
  for (const id of ids) for (const code of errorsOf(id)) users.set(code, [...(users.get(code) ?? []), id])
  const rows = Object.entries(codes as Record<string, Row>)
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([code, { status, title, members = [], retryAfter }]) => [
      `\`${code}\``,
      String(status),
      title,
      [...members.map((name) => `\`${name}\``), ...(retryAfter ? ['header `retry-after`'] : [])].join(', '),
      list(users.get(code) ?? [], ids.length),
    ])
  return [
    generatedBy,
    '# Errors',
    '',
    'Every refusal is `application/problem+json` with one of these codes. A code is never renamed; the `detail` of an',
    'answer says what happened, to which thing, and what to do next. `problems[]` names the fields at fault.',
    '',
    table(['code', 'status', 'meaning', 'carries', 'operations'], rows),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/errors.md', make: makeErrors }]
