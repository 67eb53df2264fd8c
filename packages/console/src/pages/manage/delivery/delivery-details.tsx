import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBytes, formatDuration, formatExact } from '../../../lib/format.ts'
import { Granted } from '../../../parts/access/granted.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { TraceLink } from '../../../parts/trace/trace-link.tsx'
import { type Delivery, deliveryQuery, payloadQuery, useReplayDelivery } from '../../../queries/activity/deliveries.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { useMay } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import { traces } from '../../../texts/traces.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { OrderSelect } from '../../../ui/list/order-select.tsx'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { Time } from '../../../ui/text/time.tsx'
import styles from './delivery-details.module.css'

const texts = manage.deliveries
/** More than this get a choice of order. */
const FEW = 4
const PAGE = 20

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
                <Time at={delivery.nextAttemptAt} ahead />
              ) : null,
          },
          { name: texts.reason, value: delivery.reason && (texts.reasons[delivery.reason] ?? delivery.reason) },
          { name: texts.size, value: formatBytes(delivery.size) },
        ]}
      />
      <Attempts delivery={delivery} />
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

/** They come with the delivery. There are few, unless a route is paused for weeks and probed every hour. */
function Attempts({ delivery: { attempts } }: { delivery: Delivery }) {
  const sorting = useSorting('at', ['at'], 'attempts')
  const [count, show] = useState(PAGE)
  const ordered = sorting.shown === '-at' ? attempts.toReversed() : attempts
  return (
    <div>
      <Title order={3} mb="xs">
        {texts.attempts}
      </Title>
      {attempts.length > FEW ? (
        <Group mb="sm">
          <OrderSelect label={texts.attempts} sorting={sorting} />
        </Group>
      ) : null}
      {attempts.length === 0 ? <Text c="dimmed">{texts.noAttempt}</Text> : null}
      <ol className={styles.timeline}>
        {ordered.slice(0, count).map((attempt) => (
          <li key={attempt.at} data-attempt data-failed={isFailed(attempt) || undefined}>
            <Group gap="xs">
              <Tag mono>{attempt.status ?? '–'}</Tag>
              <Text size="sm">{formatExact(attempt.at)}</Text>
              <Text size="sm" c="dimmed">
                {formatDuration(attempt.durationMs)}
              </Text>
              {attempt.probe ? <Tag>{texts.probe}</Tag> : null}
            </Group>
            {attempt.error ? <Text size="sm">{attempt.error}</Text> : null}
            {attempt.answer ? <pre className={styles.code}>{attempt.answer}</pre> : null}
          </li>
        ))}
      </ol>
      {attempts.length > count ? (
        <Button variant="subtle" mt="sm" onClick={() => show(count + PAGE)}>
          {common.loadMore}
        </Button>
      ) : null}
    </div>
  )
}

const isFailed = ({ status }: Delivery['attempts'][number]) => status === null || status >= 300

function Payload({ id }: { id: string }) {
  const { data } = useSuspenseQuery(payloadQuery(id))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className={styles.code} tabIndex={0} role="document" aria-label={texts.payload}>
      {data}
    </pre>
  )
}
