import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatBytes, formatExact } from '../../../lib/format.ts'
import { Granted } from '../../../parts/access/granted.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { TraceLink } from '../../../parts/trace/trace-link.tsx'
import { deliveryQuery, payloadQuery, useReplayDelivery } from '../../../queries/activity/deliveries.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'
import { traces } from '../../../texts/traces.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { DeliveryAttempts } from './delivery-attempts.tsx'
import styles from './delivery-details.module.css'

const texts = manage.deliveries

/** One delivery: what was sent, what was answered, and sending it again. */
export function DeliveryDetails({ id, installation }: { id: string; installation: Installation }) {
  const { data: delivery } = useSuspenseQuery(deliveryQuery(id))
  const replay = useReplayDelivery(id)
  const replaying = useGrant('replayDelivery', installation)
  const seesPayload = useMay('getDeliveryPayload', installation)
  const tell = () => tellDone(texts.replayed)
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={650}>{delivery.type}</Text>
          <StateBadge state={delivery.state} />
        </Group>
        <Granted grant={replaying} label={texts.replay} size="xs">
          {delivery.state === 'DELIVERED' ? (
            <ConfirmButton
              size="xs"
              label={texts.replay}
              text={texts.replayDelivered}
              done={texts.replayed}
              act={() => replay.mutateAsync()}
            />
          ) : (
            <Button
              size="xs"
              leftSection={<IconRefresh size={15} />}
              loading={replay.isPending}
              onClick={() => replay.mutate(undefined, { onSuccess: tell })}
            >
              {texts.replay}
            </Button>
          )}
        </Granted>
      </Group>
      <FailureNote failure={replay.error} />
      <Facts
        rows={[
          { name: texts.event, value: <Tag mono>{delivery.eventId}</Tag> },
          { name: traces.title, value: <TraceLink id={delivery.eventId} /> },
          { name: texts.path, value: delivery.path },
          { name: texts.received, value: formatExact(delivery.receivedAt) },
          {
            name: texts.next,
            value:
              delivery.nextAttemptAt && delivery.state === 'WAITING' ? (
                <Time at={delivery.nextAttemptAt} ahead="next" />
              ) : null,
          },
          { name: texts.reason, value: delivery.reason && (texts.reasons[delivery.reason] ?? delivery.reason) },
          { name: texts.size, value: formatBytes(delivery.size) },
        ]}
      />
      <DeliveryAttempts delivery={delivery} />
      {seesPayload ? (
        <div>
          <Title order={3} mb={4}>
            {texts.payload}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {texts.payloadHint}
          </Text>
          <Boundary lines={3} of={id}>
            <Payload id={id} />
          </Boundary>
        </div>
      ) : null}
    </Stack>
  )
}

function Payload({ id }: { id: string }) {
  const { data } = useSuspenseQuery(payloadQuery(id))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className={styles.code} tabIndex={0} role="document" aria-label={texts.payload}>
      {data}
    </pre>
  )
}
