import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useSuspenseQueries } from '@tanstack/react-query'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import { formatShare } from '../../lib/percent.ts'
import { healthQuery } from '../../queries/platform/operating.ts'
import { type PlatformOverview, platformOverviewQuery } from '../../queries/platform/overview.ts'
import { home } from '../../texts/home.ts'
import { LinkButton, TextLink } from '../../ui/action/link-button.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { Figures } from '../../ui/layout/figures.tsx'
import { Section } from '../../ui/layout/section.tsx'
import styles from './home.module.css'
import { Backlog, PlatformFacts, SickDeployments } from './platform-facts.tsx'
import { OVERDUE_SECONDS } from './use-urgency.ts'
import { WorstInstallations } from './worst-installations.tsx'

const texts = home.operating

/** The signals of the whole platform, with ways to what is behind each. */
export function OperatingHome() {
  const [{ data: health }, { data: overview }] = useSuspenseQueries({ queries: [healthQuery, platformOverviewQuery] })
  const Icon = health.ready ? IconCircleCheck : IconAlertTriangle
  return (
    <Stack gap="lg">
      <Section
        title={texts.title}
        actions={
          <LinkButton variant="default" size="xs" to="/operate">
            {texts.health}
          </LinkButton>
        }
      >
        <Stack gap="md">
          <Alert color={health.ready ? 'pine' : 'red'} icon={<Icon size={18} />} role="status">
            {health.ready ? texts.ready : texts.notReady}
          </Alert>
          <Signals overview={overview} />
        </Stack>
      </Section>
      <WorstInstallations worst={overview.worst} />
      <div className={styles.pair}>
        <PlatformFacts overview={overview} />
        <Backlog apps={overview.events.apps} />
        <SickDeployments sick={overview.sick} />
      </div>
    </Stack>
  )
}

function Signals({ overview: { lastHour, events, routes } }: { overview: PlatformOverview }) {
  const { requests, failed, p95Ms, points } = lastHour
  const bars = points.map((point) => ({ all: point.requests, bad: point.failed }))
  const age = (seconds: number) => (seconds > 0 ? formatDuration(seconds * 1000) : texts.none)
  return (
    <>
      <Figures
        figures={[
          { name: texts.requests, value: formatNumber(requests) },
          { name: texts.failed, value: requests > 0 ? formatShare(failed / requests) : '–', bad: failed > 0 },
          { name: texts.p95, value: p95Ms === null ? '–' : formatDuration(p95Ms) },
          {
            name: texts.waiting,
            value: (
              <TextLink to="/operate/installations" search={{ trouble: 'waiting', sort: '-waiting' }} inherit>
                {formatNumber(events.waiting)}
              </TextLink>
            ),
          },
          { name: texts.oldest, value: age(events.oldestSeconds) },
          { name: texts.overdue, value: age(events.overdueSeconds), bad: events.overdueSeconds > OVERDUE_SECONDS },
        ]}
      />
      <div>
        <Text size="xs" c="dimmed" mb={6}>
          {texts.chartTitle}
        </Text>
        <Sparkline label={texts.chart(formatNumber(requests))} points={bars} wide />
      </div>
      <Group gap="md">
        <TextLink to="/operate/installations" search={{ trouble: 'dead', sort: '-dead' }} size="sm">
          {texts.dead}: {formatNumber(events.dead)}
        </TextLink>
        <TextLink to="/operate/paused" size="sm">
          {texts.paused}: {formatNumber(routes.paused)}
        </TextLink>
      </Group>
    </>
  )
}
