import { Button, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import {
  allNotificationsQuery,
  notificationsQuery,
  useReadAllNotifications,
  useReadNotification,
} from '../../../queries/platform/notifications.ts'
import { common } from '../../../texts/common.ts'
import { mail } from '../../../texts/mail.ts'
import { shell } from '../../../texts/shell.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'

const texts = shell.notificationList

/** Everything this person was told, further back than the bell shows. */
export function NotificationsPage() {
  return (
    <>
      <PageHeader
        title={shell.notifications}
        lead={texts.lead}
        actions={
          <>
            <LinkButton to="/account" hash={mail.anchor} variant="default">
              {mail.choose}
            </LinkButton>
            <Boundary lines={1}>
              <ReadAll />
            </Boundary>
          </>
        }
      />
      <ListSection
        list="notifications"
        narrowedBy={['state']}
        title={texts.title}
        search={texts.search}
        filters={
          <FilterSelect
            label={texts.state}
            any={texts.any}
            options={[{ value: 'unread', label: texts.unread }]}
            word="state"
          />
        }
      >
        <Notifications />
      </ListSection>
    </>
  )
}

function ReadAll() {
  const { data } = useSuspenseQuery(notificationsQuery)
  const readAll = useReadAllNotifications()
  if (data.unread === 0) return null
  return (
    <Button variant="default" loading={readAll.isPending} onClick={() => readAll.mutate()}>
      {shell.markAllRead}
    </Button>
  )
}

function Notifications() {
  const router = useRouter()
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.notifications, ['createdAt', 'title'])
  const { items, more } = usePaged(allNotificationsQuery({ q: words.q, state: words.state }), sorting)
  const read = useReadNotification()
  const open = (item: (typeof items)[number]) => {
    if (!item.readAt) read.mutate(item.id)
    // Only places of this console are followed.
    if (item.link?.startsWith('/') && !item.link.startsWith('//')) router.history.push(item.link)
  }
  return (
    <ListRows
      empty={{ title: shell.noNotifications, icon: <IconBell size={26} stroke={1.5} /> }}
      caption={shell.notifications}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(item) => item.id}
      columns={[
        {
          label: texts.what,
          sort: 'title',
          cell: (item) => (
            <div>
              <button type="button" className={rowStyles.link} onClick={() => open(item)}>
                <Text component="span" size="sm" fw={item.readAt ? 400 : 650}>
                  {item.title}
                </Text>
              </button>
              <Text size="sm" c="dimmed">
                {item.text}
              </Text>
            </div>
          ),
        },
        { label: texts.when, sort: '-createdAt', cell: (item) => <Time at={item.createdAt} /> },
        {
          label: '',
          align: 'right',
          cell: (item) =>
            item.readAt ? null : (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={common.of(texts.read, item.title)}
                onClick={() => read.mutate(item.id)}
              >
                {texts.read}
              </Button>
            ),
        },
      ]}
    />
  )
}
