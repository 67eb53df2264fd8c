import { connectedEventNames, enterpriseEventNames } from '@mkt/contract/app'
import { type Generator, generatedBy, table } from './generator.ts'

/** The names of a variant by what they are about: everything before the action. */
function byObject(names: readonly string[]): string {
  const objects = new Map<string, string[]>()
  for (const name of names) {
    const parts = name.split('.')
    // `policy.end.reminder` is about the policy as `policy.end` is.
    const cut = parts.length === 3 && names.includes(parts.slice(0, 2).join('.')) ? 1 : parts.length - 1
    const object = parts.slice(0, cut).join('.')
    objects.set(object, [...(objects.get(object) ?? []), name])
  }
  return table(
    ['about', 'events'],
    [...objects].map(([object, events]) => [`\`${object}.*\``, events.map((event) => `\`${event}\``).join(', ')]),
  )
}

function makeEvents(): string {
  return [
    generatedBy,
    '# Events',
    '',
    'What a webhook can listen to, by variant. In `platform.webhooks[].events` a name stands for itself, and `a.*` for every',
    'name of the variant that begins `a.`, also those with more parts: `policy.*` holds `policy.quote.create`. `mkt events send <name>` has a simulated',
    'policy system send one.',
    '',
    `## Connected (${connectedEventNames.length})`,
    '',
    byObject(connectedEventNames),
    '',
    `## Enterprise (${enterpriseEventNames.length})`,
    '',
    byObject(enterpriseEventNames),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/events.md', make: makeEvents }]
