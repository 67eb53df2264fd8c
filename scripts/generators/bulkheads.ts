import { bulkheads } from '../bulkheads/bulkheads.ts'
import { type Generator, generatedBy, table } from './generator.ts'

function makeBulkheads(): string {
  const rows = bulkheads.map(({ party, takes, bound, where, test }) => [
    party,
    takes,
    bound,
    `\`${where}\``,
    `${test.name} (\`${test.file}\`)`,
  ])
  return [
    generatedBy,
    '# Bulkheads',
    '',
    'What each party can take from the others, how much of it, where that is enforced, and the test that holds it.',
    '',
    table(['party', 'can take', 'bound', 'enforced in', 'test'], rows),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/bulkheads.md', make: makeBulkheads }]
