import { Button, Group, Popover, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { notificationsQuery, useReadAllNotifications, useReadNotification } from '../queries/platform/notifications.ts'
import { shell } from '../texts/shell.ts'
import { TextLink } from '../ui/action/link-button.tsx'
import { Time } from '../ui/text/time.tsx'
import { BellButton } from './bell-button.tsx'
import styles from './shell.module.css'
import { useOpenAtOnce } from './use-open-at-once.ts'

/** The latest notifications, beside the bell. */
export function NotificationList({ compact }: { compact: boolean }) {
  const router = useRouter()
  const { target, opened, setOpened } = useOpenAtOnce()
  const { data } = useQuery(notificationsQuery)
  const readAll = useReadAllNotifications()
  const read = useReadNotification()
  const items = data?.items ?? []
  const unread = data?.unread ?? 0
  const open = (item: { id: string; link: string | null; readAt: string | null }) => {
    if (!item.readAt) read.mutate(item.id)
    setOpened(false)
    // Only places of this console are followed.
    if (item.link?.startsWith('/') && !item.link.startsWith('//')) router.history.push(item.link)
  }
  return (
    <Popover
      width={340}
      position={compact ? 'bottom-end' : 'right-end'}
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      withArrow
      withRoles
    >
      <Popover.Target>
        <BellButton ref={target} compact={compact} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={shell.notifications}>
        <Group justify="space-between" mb="xs">
          <Text fw={640}>{shell.notifications}</Text>
          {unread > 0 ? (
            <Button size="compact-sm" variant="subtle" onClick={() => readAll.mutate()}>
              {shell.markAllRead}
            </Button>
          ) : null}
        </Group>
        {items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {shell.noNotifications}
          </Text>
        ) : (
          <ul className={styles.notices}>
            {items.map((item) => (
              <li key={item.id}>
                <button
                  type="button"
                  className={styles.notice}
                  data-unread={!item.readAt || undefined}
                  onClick={() => open(item)}
                >
                  <Text component="span" display="block" size="sm" fw={item.readAt ? 400 : 650}>
                    {item.title}
                  </Text>
                  <Text component="span" size="xs" c="dimmed" lineClamp={3}>
                    {item.text}
                  </Text>
                  <Text component="span" display="block" size="xs" c="dimmed">
                    <Time at={item.createdAt} />
                  </Text>
                </button>
              </li>
            ))}
          </ul>
        )}
        <TextLink to="/notifications" size="sm" mt="xs" py={4} display="inline-block" onClick={() => setOpened(false)}>
          {shell.allNotifications}
        </TextLink>
      </Popover.Dropdown>
    </Popover>
  )
}
