import { Alert, Badge, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { formatDuration, formatExact } from '../../../lib/format.ts'
import { type Trace, type TraceStep, traceQuery } from '../../../queries/activity/traces.ts'
import { traces as texts } from '../../../texts/traces.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Rows, rowStyles } from '../../../ui/list/rows.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import styles from './trace.module.css'

const route = getRouteApi('/shell/traces/$traceId')

/** One request's way: what was accepted, delivered, called and written, as a timeline. */
export function TracePage() {
  const { traceId } = route.useParams()
  const { data: trace } = useSuspenseQuery(traceQuery(traceId))
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Stack gap="lg">
        <Section>
          <Facts
            rows={[
              { name: texts.traceId, value: <Tag mono>{trace.traceId}</Tag> },
              { name: texts.started, value: formatExact(trace.startedAt) },
              { name: texts.duration, value: formatDuration(trace.durationMs) },
            ]}
          />
        </Section>
        <Section flush title={texts.steps}>
          {trace.cut ? <Alert color="clay">{texts.cut}</Alert> : null}
          <Steps trace={trace} />
        </Section>
      </Stack>
    </>
  )
}

function Steps({ trace }: { trace: Trace }) {
  return (
    <Rows
      caption={texts.steps}
      items={trace.steps}
      keyOf={(step) => `${step.kind} ${step.id} ${step.at}`}
      columns={[
        { label: texts.offset, cell: (step) => `+${formatDuration(step.offsetMs)}` },
        {
          label: texts.step,
          cell: (step) => (
            <>
              <Kind step={step} />
              {step.failed ? <span className={styles.failed}> {texts.failed}</span> : null}
            </>
          ),
        },
        {
          label: texts.what,
          long: 'below',
          cell: (step) => (
            <span className={styles.text} data-log={step.kind === 'log' || undefined}>
              {step.title}
            </span>
          ),
        },
        { label: texts.when, cell: (step) => <Bar step={step} whole={trace.durationMs} /> },
        {
          label: texts.took,
          cell: (step) => (
            <span className={rowStyles.whole}>{step.durationMs === null ? '–' : formatDuration(step.durationMs)}</span>
          ),
        },
      ]}
    />
  )
}

function Kind({ step }: { step: TraceStep }) {
  const badge = (
    <Badge variant="light" radius="sm" tt="none" fw={600} color={step.failed ? 'red' : 'pine'}>
      {texts.kinds[step.kind]}
    </Badge>
  )
  const { installationId } = step
  if (installationId === null) return badge
  const params = { installationId }
  const inActivity = (id: string) => (
    <Link to="/manage/installations/$installationId/activity" params={params} search={{ open: id }}>
      {badge}
    </Link>
  )
  switch (step.kind) {
    case 'event':
    case 'attempt':
      return inActivity(step.id.replace(/^evt_/, 'dlv_'))
    case 'call':
    case 'tenantCall':
    case 'hook':
      return inActivity(step.id)
    default:
      return badge
  }
}

function Bar({ step, whole }: { step: TraceStep; whole: number }) {
  const share = (ms: number) => `${whole === 0 ? 0 : Math.min(100, (ms / whole) * 100)}%`
  const label = texts.bar(formatDuration(step.offsetMs), formatDuration(step.durationMs ?? 0))
  return (
    <div className={styles.track} role="img" aria-label={label}>
      <div
        className={styles.bar}
        data-failed={step.failed || undefined}
        style={{ left: `min(${share(step.offsetMs)}, calc(100% - 3px))`, width: share(step.durationMs ?? 0) }}
      />
    </div>
  )
}
