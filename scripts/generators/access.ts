import { access, furtherAccess, operations, type Rule } from '@mkt/contract/api'
import { type Generator, generatedBy, table } from './generator.ts'

export const columns = [
  'owner',
  'admin',
  'operations',
  'developer',
  'viewer',
  'publish',
  'manage',
  'moderator',
  'operator',
] as const
type Column = (typeof columns)[number]

/** What one kind of caller may do by a rule, in the words of the page. */
export function cell(rule: Rule, column: Column): string {
  const lists: readonly (readonly string[] | undefined)[] = [rule.members, rule.scopes, rule.platform]
  if (rule.anyone || rule.signedIn) return '●'
  if (rule.person) return column === 'publish' || column === 'manage' ? '' : 'own'
  if (lists.some((list) => list?.includes(column))) return '●'
  const tests: readonly (readonly string[] | undefined)[] = [rule.test?.members, rule.test?.scopes, rule.test?.platform]
  if (tests.some((list) => list?.includes(column))) return 'test'
  return rule.shared ? 'public' : ''
}

function makeAccess(): string {
  const rows = Object.entries(access).map(([id, rule]) => {
    const { method, path } = operations[id as keyof typeof operations]
    const who = rule.anyone ? `${id} (anyone)` : id
    return [who, `\`${method} ${path}\``, ...columns.map((column) => cell(rule, column))]
  })
  return [
    generatedBy,
    '# Who may do what',
    '',
    'Roles and API key scopes speak of the organization that owns the thing; moderator and operator are platform-wide.',
    '● yes · own: only their own things · test: only for test installations · public: where the thing is public · empty: no.',
    '',
    table(['operation', 'request', ...columns], rows),
    '',
    'Beside the operations, and within some of them, these are decided:',
    '',
    table(
      ['what', ...columns],
      Object.entries(furtherAccess).map(([what, rule]) => [what, ...columns.map((column) => cell(rule, column))]),
    ),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/access.md', make: makeAccess }]
