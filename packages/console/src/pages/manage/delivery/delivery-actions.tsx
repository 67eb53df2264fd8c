import { Alert, Button, Group, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../lib/format.ts'
import { Granted } from '../../../parts/access/granted.tsx'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { deliverySummaryQuery, useReplayDead, useResumeDeliveries } from '../../../queries/activity/deliveries.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { manage } from '../../../texts/manage.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { Time } from '../../../ui/text/time.tsx'

const texts = manage.deliveries

/** How deliveries fare as a whole, and the two ways to set them going again. What the health of the installation says above is not said twice. */
export function DeliveryActions({ installation }: { installation: Installation }) {
  const { data: summary } = useSuspenseQuery(deliverySummaryQuery(installation.id))
  const resume = useResumeDeliveries(installation.id)
  const replayDead = useReplayDead(installation.id)
  const resuming = useGrant('resumeDeliveries', installation)
  const replaying = useGrant('replayDeliveries', installation)
  return (
    <>
      <FailureNote failure={resume.error} />
      {summary.paused ? (
        <Alert color="clay" title={summary.paused.reason === 'gone' ? texts.pathsPaused : texts.paused}>
          <Group justify="space-between">
            <Text size="sm" maw={640}>
              {summary.paused.reason === 'gone'
                ? texts.pathsPausedText(summary.paused.paths.join(', '))
                : texts.pausedText}
            </Text>
            <Granted grant={resuming} label={texts.resume} size="xs">
              <Button
                size="xs"
                loading={resume.isPending}
                onClick={() => resume.mutate(undefined, { onSuccess: () => tellDone(texts.resumed) })}
              >
                {texts.resume}
              </Button>
            </Granted>
          </Group>
        </Alert>
      ) : null}
      {summary.failingSince &&
      summary.paused?.reason !== 'failing' &&
      installation.health.code !== 'deliveries_failing' ? (
        <Alert color="red">
          {texts.failing} <Time at={summary.failingSince} />.
        </Alert>
      ) : null}
      {summary.waiting + summary.dead > 0 ? (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {texts.counts(formatNumber(summary.waiting), formatNumber(summary.dead))}
          </Text>
          {summary.dead > 0 ? (
            <GrantedConfirm
              grant={replaying}
              size="xs"
              label={texts.replayDead}
              text={texts.replayDeadText(formatNumber(summary.dead))}
              act={() => replayDead.mutateAsync().then(({ count }) => tellDone(texts.replayedMany(count)))}
            />
          ) : null}
        </Group>
      ) : null}
    </>
  )
}
