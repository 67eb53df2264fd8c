import { Badge, Button } from '@mantine/core'
import { formatExact } from '../../../lib/format.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { sessionsQuery, useEndSession } from '../../../queries/session/account.ts'
import { common } from '../../../texts/common.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'

const texts = organizationTexts.account

/** Where the person is signed in, and ending it there. */
export function Sessions({ q }: { q: string | undefined }) {
  const sorting = useSorting(defaultOrders.sessions, ['browser', 'address', 'createdAt'])
  const { items, more } = usePaged(sessionsQuery(q), sorting)
  const end = useEndSession()
  if (items.length === 0) return <Empty small title={common.noMatch} />
  return (
    <Rows
      caption={texts.sessions}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(session) => session.id}
      columns={[
        {
          label: texts.browser,
          sort: 'browser',
          cell: (session) => <span title={session.userAgent ?? ''}>{session.browser ?? '–'}</span>,
        },
        { label: texts.address, sort: 'address', cell: (session) => session.address ?? '–' },
        { label: texts.since, sort: '-createdAt', cell: (session) => <Time at={session.createdAt} /> },
        { label: signInTexts.security.lastSeen, cell: (session) => <Time at={session.seenAt} /> },
        { label: signInTexts.security.lastPlace, cell: (session) => session.lastAddress ?? '–' },
        {
          label: '',
          align: 'right',
          cell: (session) =>
            session.current ? (
              <Badge variant="light" radius="sm" tt="none">
                {texts.here}
              </Badge>
            ) : (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={common.of(texts.end, texts.session(session.browser ?? '–', formatExact(session.createdAt)))}
                onClick={() => end.mutate(session.id)}
              >
                {texts.end}
              </Button>
            ),
        },
      ]}
    />
  )
}
