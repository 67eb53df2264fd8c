import { connectedEventData, enterpriseEventData, payloadSchemas } from '@mkt/contract/app'
import { type Generator, generatedBy, table } from './generator.ts'

function dataTable(shapes: Readonly<Record<string, { has: readonly string[]; may: readonly string[] }>>): string {
  const names = (keys: readonly string[]) => keys.map((key) => `\`${key}\``).join(', ')
  return table(
    ['events', 'always in `data`', 'where it applies'],
    Object.entries(shapes).map(([about, { has, may }]) => [`\`${about}.*\``, names(has), names(may)]),
  )
}

function makePayloads(): string {
  const rows = Object.entries(payloadSchemas).map(([name, { title }]) => [
    `\`/schemas/${name}.json\``,
    String(title),
    `[${name}.json](payloads/${name}.json)`,
  ])
  return [
    generatedBy,
    '# Payloads',
    '',
    'What travels between platform and application, as JSON Schema (2020-12). The platform serves each at its address. Properties that are not named here may',
    'come too: take what you know and pass over the rest.',
    '',
    table(['address', 'what', 'file'], rows),
    '',
    '## Data of events',
    '',
    '`data` holds locators and hardly more; the rest is fetched from the policy system. Where two rows fit a name, the longer one counts.',
    '',
    '### Connected',
    '',
    dataTable(connectedEventData),
    '',
    '### Enterprise',
    '',
    dataTable(enterpriseEventData),
  ].join('\n')
}

export const generators: Generator[] = [
  { file: 'docs/reference/payloads.md', make: makePayloads },
  ...Object.entries(payloadSchemas).map(([name, schema]) => ({
    file: `docs/reference/payloads/${name}.json`,
    make: () => JSON.stringify(schema, null, 2),
  })),
]
