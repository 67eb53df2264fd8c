import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { formatDuration, formatExact } from '../../../lib/format.ts'
import type { Delivery } from '../../../queries/activity/deliveries.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import { OrderSelect } from '../../../ui/list/order-select.tsx'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import styles from './delivery-details.module.css'

const texts = manage.deliveries

/** More than this get a choice of order. */
const FEW = 4
const PAGE = 20

/** They come with the delivery. There are few, unless a route is paused for weeks and probed every hour. */
export function DeliveryAttempts({ delivery: { attempts } }: { delivery: Delivery }) {
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
