import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { subjects } from '../decisions/subjects.ts'
import { type Generator, table } from './generator.ts'

const folder = resolve(import.meta.dirname, '../../docs/decisions')

function recordOf(number: string): string {
  const name = readdirSync(folder).find((file) => file.startsWith(`${number}-`))
  if (name === undefined)
    throw new Error(`scripts/decisions/subjects.ts names decision ${number}, which does not exist`)
  return name
}

function makeDecisions(): string {
  const rows = readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.md$/.test(name))
    .sort()
    .map((name) => {
      const title = /^# \d+\. (.+)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1]
      if (title === undefined) throw new Error(`${name} does not begin with "# <number>. <title>"`)
      return `- ${name.slice(0, 4)} [${title}](${name})`
    })
  const bySubject = Object.entries(subjects)
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([subject, numbers]) => [subject, numbers.map((number) => `[${number}](${recordOf(number)})`).join(', ')])
  return [
    '# Decisions',
    '',
    'One page for each decision that the specification leaves open: context, decision, consequences. A decision is never changed, only replaced by a later one that says so. This page is generated.',
    '',
    '## By subject',
    '',
    table(['subject', 'records'], bySubject),
    '',
    '## By number',
    '',
    ...rows,
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/decisions/README.md', make: makeDecisions }]
