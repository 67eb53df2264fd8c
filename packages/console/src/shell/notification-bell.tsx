import { ActionIcon, Button, Group, Indicator, Popover, Text } from '@mantine/core'
import '@mantine/core/styles/Indicator.css'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { notificationsQuery, useReadAllNotifications, useReadNotification } from '../queries/platform/notifications.ts'
import { shell } from '../texts/shell.ts'
import { TextLink } from '../ui/action/link-button.tsx'
import { Time } from '../ui/text/time.tsx'
import styles from './shell.module.css'

/** What needs this person: a small list behind a bell. */
export function NotificationBell({ compact = false }: { compact?: boolean }) {
  const router = useRouter()
  const [opened, setOpened] = useState(false)
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
  const bell = (
    <Indicator disabled={unread === 0} color="clay.4" size={9} offset={3}>
      <IconBell size={19} stroke={1.7} />
    </Indicator>
  )
  const label = unread > 0 ? `${shell.notifications} (${unread})` : shell.notifications
  const toggle = () => setOpened(!opened)
  return (
    <Popover
      width={340}
      position={compact ? 'bottom-end' : 'right-end'}
      opened={opened}
      onChange={setOpened}
      trapFocus
      withArrow
      withRoles
    >
      <Popover.Target>
        {compact ? (
          <ActionIcon variant="transparent" c="white" size="lg" aria-label={label} onClick={toggle}>
            {bell}
          </ActionIcon>
        ) : (
          <button type="button" className={styles.link} onClick={toggle}>
            {bell} {label}
          </button>
        )}
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
