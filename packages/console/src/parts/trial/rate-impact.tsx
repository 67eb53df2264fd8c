import { Button, Stack, Text } from '@mantine/core'
import { formatAmount, formatDuration, formatName, formatNumber } from '../../lib/format.ts'
import { formatPercent } from '../../lib/percent.ts'
import type { Trial } from '../../queries/release/trials.ts'
import { trials as texts } from '../../texts/trials.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Rows } from '../../ui/list/rows.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { Bands } from './bands.tsx'

type Report = NonNullable<Trial['report']>
type Example = Report['increases'][number]

interface Props {
  /** A trial, or the report of a shadow. */
  trial: Pick<Trial, 'report' | 'publisherReport' | 'isolation'>
  onOpen?: ((callId: string) => void) | undefined
}

/** What another release would have charged. Premiums and policies are there for the customer alone. */
export function RateImpact({ trial, onOpen }: Props) {
  const { report, publisherReport, isolation } = trial
  const shown = report ?? publisherReport
  if (!shown) return null
  const lines = report ? report.lines : (publisherReport?.lines ?? [])
  const { latency, errors } = shown
  return (
    <Stack gap="lg">
      <Facts
        rows={[
          ...totalsOf(trial).flatMap(({ currency, percent, before, after }) => [
            { name: inCurrency(texts.total, currency), value: <Tag mono>{formatPercent(percent)}</Tag> },
            { name: inCurrency(texts.before, currency), value: before === undefined ? null : formatAmount(before) },
            { name: inCurrency(texts.after, currency), value: after === undefined ? null : formatAmount(after) },
          ]),
          { name: texts.calls, value: formatNumber(shown.compared) },
          { name: texts.notPriced, value: formatNumber(shown.notPriced) },
          { name: texts.newlyPriced, value: formatNumber(shown.newlyPriced) },
          { name: texts.errors, value: `${errors.before} → ${errors.after}` },
          {
            name: texts.latency,
            value: `${formatDuration(latency.before.p95Ms)} → ${formatDuration(latency.after.p95Ms)}`,
          },
          {
            name: texts.isolation,
            value: isolation ? `${texts.egress[isolation.egress]}, ${texts.tenant[isolation.tenant]}` : null,
          },
        ]}
      />
      {report ? null : <Text c="dimmed">{texts.publisherNote}</Text>}
      <Section title={texts.bands}>
        <Bands bands={shown.bands} />
      </Section>
      <Section flush title={texts.lines}>
        <Rows
          caption={texts.lines}
          items={lines}
          keyOf={(line) => JSON.stringify([line.product, line.operation, line.peril, line.currency])}
          columns={[
            { label: texts.product, cell: (line) => line.product ?? '–' },
            { label: texts.operation, cell: (line) => (line.operation === null ? '–' : formatName(line.operation)) },
            { label: texts.peril, cell: (line) => (line.peril === null ? texts.all : formatName(line.peril)) },
            // One currency needs no column.
            ...(shown.totals.length > 1
              ? [{ label: texts.currency, cell: (line: (typeof lines)[number]) => line.currency ?? '–' }]
              : []),
            { label: texts.calls, cell: (line) => formatNumber(line.calls) },
            {
              label: texts.change,
              cell: (line) => (
                <Text size="sm" {...toneOf(line.percent)}>
                  {formatPercent(line.percent)}
                </Text>
              ),
            },
          ]}
        />
      </Section>
      {report ? (
        <>
          <Examples title={texts.increases} examples={report.increases} onOpen={onOpen} />
          <Examples title={texts.decreases} examples={report.decreases} onOpen={onOpen} />
        </>
      ) : null}
      {shown.fields.length > 0 ? (
        <Section flush title={texts.fields}>
          <Rows
            caption={texts.fields}
            items={shown.fields}
            keyOf={(field) => field.place}
            columns={[
              { label: texts.place, long: true, cell: (field) => <Tag mono>{field.place}</Tag> },
              { label: texts.calls, cell: (field) => formatNumber(field.calls) },
            ]}
          />
        </Section>
      ) : null}
      {shown.noise.length > 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noise}: {shown.noise.join(', ')}
        </Text>
      ) : null}
    </Stack>
  )
}

interface Total {
  currency: string | null
  percent: number | null
  before?: number
  after?: number
}

/** Sums by currency; amounts are there for the customer alone. */
function totalsOf({ report, publisherReport }: Props['trial']): Total[] {
  return report?.totals ?? publisherReport?.totals ?? []
}

function inCurrency(text: string, currency: string | null): string {
  return currency === null ? text : `${text} ${currency}`
}

/** More is red, less is blue; a change below one per cent is none. */
function toneOf(percent: number | null): { c?: string } {
  if (percent === null || Math.abs(percent) < 1) return {}
  return { c: percent > 0 ? 'red' : 'blue' }
}

function Examples({
  title,
  examples,
  onOpen,
}: {
  title: string
  examples: Example[]
  onOpen: ((callId: string) => void) | undefined
}) {
  if (examples.length === 0) return null
  return (
    <Section flush title={title}>
      <Rows
        caption={title}
        items={examples}
        keyOf={(example) => example.callId}
        columns={[
          { label: texts.policy, cell: (example) => <Tag mono>{example.policyLocator ?? '–'}</Tag> },
          { label: texts.before, cell: (example) => inCurrency(formatAmount(example.before), example.currency) },
          { label: texts.after, cell: (example) => inCurrency(formatAmount(example.after), example.currency) },
          { label: texts.change, cell: (example) => formatPercent(example.percent) },
          {
            label: texts.unusual,
            long: true,
            cell: (example) => example.inputs.map(({ name, value }) => `${name}: ${value}`).join(', ') || '–',
          },
          {
            label: texts.open,
            cell: (example) =>
              onOpen ? (
                <Button size="compact-xs" variant="default" onClick={() => onOpen(example.callId)}>
                  {texts.open}
                </Button>
              ) : null,
          },
        ]}
      />
    </Section>
  )
}
