import { Link } from '@tanstack/react-router'
import { formatBytes } from '../../../lib/format.ts'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { listingDeliveriesQuery } from '../../../queries/activity/deliveries.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { manage } from '../../../texts/manage.ts'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'

/** Deliveries to the app of all its customers. */
export function ListingDeliveries({ listingId, state }: { listingId: string; state: string | undefined }) {
  const sorting = useSorting(
    defaultOrders.deliveries,
    ['type', 'state', 'attemptCount', 'lastStatus', 'receivedAt'],
    'deliveries',
  )
  const { items, more } = usePaged(listingDeliveriesQuery(listingId, state), sorting)
  return (
    <ListRows
      empty={{ title: manage.deliveries.empty, small: true }}
      caption={manage.deliveries.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(one) => one.id}
      columns={[
        {
          label: manage.deliveries.type,
          sort: 'type',
          cell: (one) => (
            <Link to="/traces/$traceId" params={{ traceId: one.eventId }} className={rowStyles.link}>
              {one.type ?? one.eventId}
            </Link>
          ),
        },
        { label: manage.deliveries.state, sort: 'state', cell: (one) => <StateBadge state={one.state} /> },
        { label: manage.deliveries.attempts, sort: '-attemptCount', cell: (one) => one.attemptCount },
        { label: manage.deliveries.status, sort: '-lastStatus', cell: (one) => one.lastStatus ?? '–' },
        { label: manage.deliveries.size, cell: (one) => formatBytes(one.size) },
        { label: manage.deliveries.received, sort: '-receivedAt', cell: (one) => <Time at={one.receivedAt} /> },
      ]}
    />
  )
}
