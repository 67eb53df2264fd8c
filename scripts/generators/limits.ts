import { codes } from '@mkt/contract/errors'
import { type Limit, limits } from '@mkt/contract/limits'
import { limits as manifestLimits } from '@mkt/manifest'
import { type Generator, generatedBy, table } from './generator.ts'

/** What the limits of manifests and configurations mean; the values are those that the checks use. */
const manifestWords: Readonly<Record<keyof typeof manifestLimits, { of: string; unit: Limit['unit'] }>> = {
  manifestBytes: { of: 'A manifest', unit: 'bytes' },
  manifestDepth: { of: 'Nesting of a manifest', unit: 'things' },
  settings: { of: 'Settings of a manifest', unit: 'things' },
  selectItems: { of: 'Items of a Select', unit: 'things' },
  valueBytes: { of: 'Value of a setting other than a Table', unit: 'bytes' },
  configurationBytes: { of: 'All values of a configuration except tables and files', unit: 'bytes' },
  tableBytes: { of: 'Value of a Table', unit: 'bytes' },
  tableRows: { of: 'Rows of a Table', unit: 'things' },
  fileBytes: { of: 'Content of a File', unit: 'bytes' },
  acceptEntries: { of: 'Entries of accept of a File', unit: 'things' },
  tableColumns: { of: 'Columns of a Table', unit: 'things' },
  patternCharacters: { of: 'Characters of a pattern', unit: 'things' },
  nameCharacters: { of: 'Characters of a name', unit: 'things' },
  pathCharacters: { of: 'Characters of a path', unit: 'things' },
  autofillTimeoutMs: { of: 'Longest `timeoutMs` of an autofill path', unit: 'ms' },
  raterTimeoutMs: { of: 'Longest `timeoutMs` of a rater path', unit: 'ms' },
  egress: { of: 'Entries of `platform.egress`', unit: 'things' },
  mappingFields: { of: 'Mapping fields of a manifest', unit: 'things' },
  webhooks: { of: 'Webhooks of a manifest', unit: 'things' },
  webhookEvents: { of: 'Entries of `events` of a webhook', unit: 'things' },
  autofill: { of: 'Entries of `platform.autofill`', unit: 'things' },
  autofillOperations: { of: 'Operations of an autofill', unit: 'things' },
  raters: { of: 'External raters of a manifest', unit: 'things' },
  raterHeaders: { of: 'Headers of a rater', unit: 'things' },
  lifecycle: { of: 'Entries of `platform.lifecycle`', unit: 'things' },
  publicPaths: { of: 'Public paths of a manifest', unit: 'things' },
}

const sizes: readonly [number, string][] = [
  [1024 ** 3, 'GB'],
  [1024 ** 2, 'MB'],
  [1024, 'KB'],
  [1, 'bytes'],
]
const times: readonly [number, string][] = [
  [86_400_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
  [1_000, 'seconds'],
  [1, 'ms'],
]

function inWords({ value, unit }: Pick<Limit, 'value' | 'unit'>): string {
  if (unit === 'things') return value.toLocaleString('en')
  const [size, word] = (unit === 'bytes' ? sizes : times).find(([step]) => value % step === 0) ?? [1, unit]
  const count = value / size
  return `${count.toLocaleString('en')} ${count === 1 ? word.replace(/s$/, '') : word}`
}

function worth(limit: Limit): string {
  const { each, setBy } = limit
  const where = each === 'process' ? `${inWords(limit)} in each process` : inWords(limit)
  return setBy === undefined ? where : `${where}, unless \`${setBy}\` is set`
}

function beyondOf({ beyond }: Limit): string {
  return typeof beyond === 'string' ? `${codes[beyond].status} \`${beyond}\`` : beyond.effect
}

function makeLimits(): string {
  const all: Limit[] = Object.values(limits)
  const areas = [...new Set(all.map(({ area }) => area))]
  const sections = areas.flatMap((area) => {
    const rows = all.filter((limit) => limit.area === area)
    return [
      `## ${area}`,
      '',
      table(
        ['limit', 'value', 'beyond it'],
        rows.map((limit) => [limit.of, worth(limit), beyondOf(limit)]),
      ),
      '',
    ]
  })
  const manifest = Object.entries(manifestWords).map(([name, { of, unit }]) => [
    of,
    inWords({ value: manifestLimits[name as keyof typeof manifestLimits], unit }),
  ])
  return [
    generatedBy,
    '# Limits',
    '',
    'All limits for callers, publishers and customers. The code uses the same table. A limit marked *in each process* is counted per process, so *n* processes allow up to *n* times as much. All others apply to the whole platform. [Bulkheads](bulkheads.md) lists how parties are isolated from each other.',
    '',
    ...sections,
    '## Manifests and configurations',
    '',
    'A manifest or configuration over a limit has a problem with a [rule](manifest-rules.md).',
    '',
    table(['limit', 'value'], manifest),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/limits.md', make: makeLimits }]
