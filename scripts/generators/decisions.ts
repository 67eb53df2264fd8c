import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Generator } from './generator.ts'

const folder = resolve(import.meta.dirname, '../../docs/decisions')

function makeDecisions(): string {
  const rows = readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.md$/.test(name))
    .sort()
    .map((name) => {
      const title = /^# \d+\. (.+)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1]
      if (title === undefined) throw new Error(`${name} does not begin with "# <number>. <title>"`)
      return `- ${name.slice(0, 4)} [${title}](${name})`
    })
  return [
    '# Decisions',
    '',
    'One page each, for what the specification leaves open: context, decision, consequences. A decision that no longer holds is not changed but replaced by a later one that says so. This list is generated.',
    '',
    ...rows,
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/decisions/README.md', make: makeDecisions }]
