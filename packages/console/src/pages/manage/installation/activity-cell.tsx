import { Stack, Text } from '@mantine/core'
import { formatDuration, formatNumber } from '../../../lib/format.ts'
import type { InstallationTraffic } from '../../../queries/deployment/traffic.ts'
import { manage } from '../../../texts/manage.ts'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'

const texts = manage.activity

/** The last day of one installation in a list: how much, how much failed, and how slow. */
export function ActivityCell({ traffic }: { traffic: InstallationTraffic | undefined }) {
  if (!traffic) {
    return (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    )
  }
  const { requests, failed, p95Ms, hours } = traffic
  const summary = texts.requests(formatNumber(requests))
  return (
    <Stack gap={2}>
      <Sparkline label={summary} points={hours.map((hour) => ({ all: hour.requests, bad: hour.failed }))} />
      <Text size="xs" c="dimmed" {...(failed > 0 ? {} : { className: rowStyles.whole })}>
        <span className={rowStyles.whole}>{summary}</span>
        {failed > 0 ? (
          <>
            {' · '}
            <Text component="span" size="xs" c="red" fw={600} className={rowStyles.whole}>
              {texts.failed(formatNumber(failed))}
            </Text>
          </>
        ) : null}
        {p95Ms === null ? null : (
          <>
            {' · '}
            <span className={rowStyles.whole}>{texts.p95(formatDuration(p95Ms))}</span>
          </>
        )}
      </Text>
    </Stack>
  )
}
