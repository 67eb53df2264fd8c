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
    'Resources that a party could take from others: the limit, the file that enforces it, and the test for it. A star marks limits that each process counts separately.',
    '',
    table(['party', 'resource', 'limit', 'enforced in', 'test'], rows),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/bulkheads.md', make: makeBulkheads }]
