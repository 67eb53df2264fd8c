import { Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDuration } from '../../../lib/format.ts'
import { problemWords } from '../../../lib/problem-words.ts'
import { type Call, listingCallsQuery } from '../../../queries/activity/calls.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { manage } from '../../../texts/manage.ts'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'

/** Calls to the app of all its customers. */
export function ListingCalls({ listingId, kind }: { listingId: string; kind: string | undefined }) {
  const sorting = useSorting(defaultOrders.calls, ['kind', 'status', 'durationMs', 'at'], 'calls')
  const { items, more } = usePaged(listingCallsQuery(listingId, kind), sorting)
  return (
    <ListRows
      empty={{ title: manage.calls.empty, small: true }}
      caption={manage.calls.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(one) => one.id}
      columns={[
        {
          label: manage.calls.kind,
          sort: 'kind',
          cell: ({ kind: of, traceId }) => {
            const name = manage.calls.kinds[of] ?? of
            if (traceId === null) return name
            return (
              <Link to="/traces/$traceId" params={{ traceId }} className={rowStyles.link}>
                {name}
              </Link>
            )
          },
        },
        {
          label: manage.calls.path,
          long: true,
          cell: (one) => (
            <Text size="sm" ff="monospace">
              {one.path}
            </Text>
          ),
        },
        {
          label: manage.calls.status,
          sort: '-status',
          cell: (one) => (
            <Badge variant="light" radius="sm" color={one.status < 400 ? 'pine' : 'red'}>
              {one.status}
            </Badge>
          ),
        },
        { label: manage.calls.duration, sort: '-durationMs', cell: (one) => formatDuration(one.durationMs) },
        { label: manage.calls.error, long: true, cell: failureOf },
        { label: manage.calls.at, sort: '-at', cell: (one) => <Time at={one.at} /> },
      ]}
    />
  )
}

function failureOf({ code, appStatus }: Pick<Call, 'code' | 'appStatus'>): string {
  if (code === null) return '–'
  return appStatus === null ? problemWords(code) : manage.calls.appAnswered(problemWords(code), appStatus)
}
