import { manifestSchema, rules } from '@mkt/manifest'
import { type Generator, generatedBy, table } from './generator.ts'

function makeRules(): string {
  const rows = Object.entries(rules).map(([id, { title, severity, fix }]) => [`\`${id}\``, severity, title, fix])
  return [
    generatedBy,
    '# Rules of manifests and configurations',
    '',
    'The tool, the manifest editor, the API and the moderators’ checklist show these ids. They are never renamed.',
    '',
    table(['rule', 'severity', 'what it asks', 'how to fix it'], rows),
  ].join('\n')
}

export const generators: Generator[] = [
  { file: 'packages/manifest/schema/platform-app.json', make: () => JSON.stringify(manifestSchema, null, 2) },
  { file: 'docs/reference/manifest-rules.md', make: makeRules },
]
