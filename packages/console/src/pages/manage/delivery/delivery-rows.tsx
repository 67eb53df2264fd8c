import { Text } from '@mantine/core'
import { IconMailbox } from '@tabler/icons-react'
import { formatExact } from '../../../lib/format.ts'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { deliveriesQuery } from '../../../queries/deliveries.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Rows, rowStyles } from '../../../ui/list/rows.tsx'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'

const texts = manage.deliveries
const sorts = ['type', 'state', 'attemptCount', 'lastStatus', 'receivedAt']

interface Props {
  installationId: string
  filter: { state?: string | undefined; type?: string | undefined }
  onOpen: (id: string) => void
}

export function DeliveryRows({ installationId, filter, onOpen }: Props) {
  const sorting = useSorting(defaultOrders.deliveries, sorts)
  const { items, more } = usePaged(deliveriesQuery(installationId, filter), sorting)
  if (items.length === 0) {
    const icon = <IconMailbox size={26} stroke={1.5} />
    if (filter.state || filter.type) return <Empty title={texts.emptyFiltered} icon={icon} />
    return <Empty title={texts.empty} text={texts.emptyText} icon={icon} />
  }
  return (
    <Rows
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(delivery) => delivery.id}
      columns={[
        {
          label: texts.type,
          sort: 'type',
          cell: (delivery) => (
            <button
              type="button"
              className={rowStyles.link}
              aria-label={common.of(delivery.type ?? delivery.eventId, formatExact(delivery.receivedAt))}
              onClick={() => onOpen(delivery.id)}
            >
              {delivery.type ?? delivery.eventId}
            </button>
          ),
        },
        {
          label: texts.path,
          cell: (delivery) => (
            <Text size="sm" ff="monospace">
              {delivery.path}
            </Text>
          ),
        },
        { label: texts.state, sort: 'state', cell: (delivery) => <StateBadge state={delivery.state} /> },
        { label: texts.attempts, sort: '-attemptCount', cell: (delivery) => delivery.attemptCount },
        { label: texts.status, sort: '-lastStatus', cell: (delivery) => delivery.lastStatus ?? '–' },
        { label: texts.received, sort: '-receivedAt', cell: (delivery) => <Time at={delivery.receivedAt} /> },
      ]}
    />
  )
}
