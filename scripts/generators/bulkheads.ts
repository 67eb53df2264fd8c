import { bulkheads } from '../bulkheads/bulkheads.ts'
import { type Generator, generatedBy, table } from './generator.ts'

function makeBulkheads(): string {
  const rows = bulkheads.map(({ party, takes, bound, each, where, test }) => [
    party,
    takes,
    each === undefined ? bound : `${bound} *`,
    `\`${where}\``,
    `${test.name} (\`${test.file}\`)`,
  ])
  return [
    generatedBy,
    '# Bulkheads',
    '',
    'What each party can take from the others, how much of it, where that is enforced, and the test that holds it. Where a bound has a star, each process of the platform counts for itself.',
    '',
    table(['party', 'can take', 'bound', 'enforced in', 'test'], rows),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/bulkheads.md', make: makeBulkheads }]
