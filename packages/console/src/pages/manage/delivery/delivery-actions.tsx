import { Alert, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../lib/format.ts'
import { api } from '../../../queries/api.ts'
import { deliverySummaryQuery } from '../../../queries/deliveries.ts'
import { manage } from '../../../texts/manage.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Time } from '../../../ui/text/time.tsx'

const texts = manage.deliveries

/** How deliveries fare as a whole, and the two ways to set them going again. */
export function DeliveryActions({ installationId }: { installationId: string }) {
  const client = useQueryClient()
  const { data: summary } = useSuspenseQuery(deliverySummaryQuery(installationId))
  const params = { id: installationId }
  const refresh = () => client.invalidateQueries({ queryKey: ['deliveries'] })
  const resume = useMutation({
    mutationFn: () => api.resumeDeliveries({ params }),
    onSuccess: () => {
      notifications.show({ message: texts.resumed, color: 'pine' })
      return refresh()
    },
  })
  const replayDead = async () => {
    const { count } = await api.replayDeliveries({ params, body: { state: 'DEAD' } })
    notifications.show({ message: texts.replayedMany(count), color: 'pine' })
    await refresh()
  }
  return (
    <>
      <FailureNote failure={resume.error} />
      {summary.paused ? (
        <Alert color="clay" title={texts.paused}>
          <Group justify="space-between">
            <Text size="sm" maw={640}>
              {texts.pausedText}
            </Text>
            <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate()}>
              {texts.resume}
            </Button>
          </Group>
        </Alert>
      ) : null}
      {summary.failingSince && !summary.paused ? (
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
            <ConfirmButton size="xs" label={texts.replayDead} text={texts.replayDeadText} act={replayDead} />
          ) : null}
        </Group>
      ) : null}
    </>
  )
}
